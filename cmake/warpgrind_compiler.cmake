# SPDX-License-Identifier: Apache-2.0
# Flags every target of ours is compiled with.
set(WG_WARNINGS -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla)
if(WG_WERROR)
  list(APPEND WG_WARNINGS -Werror)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # whose guess about this differs in each release: shown, but not an error
    list(APPEND WG_WARNINGS -Wno-error=maybe-uninitialized)
  endif()
endif()

if(WG_SANITIZE)
  # Frame pointers for readable stacks; a finding ends the program, so that a test cannot pass over it.
  add_compile_options(-fsanitize=${WG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${WG_SANITIZE} -fno-sanitize-recover=all)
endif()

function(wg_configure target)
  # A host that multiplies and adds in one step rounds once where others round twice: estimates are to be the same on all of them.
  target_compile_options(${target} PRIVATE ${WG_WARNINGS} -ffp-contract=off)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(${target} PRIVATE PkgConfig::JANSSON Threads::Threads)
endfunction()
