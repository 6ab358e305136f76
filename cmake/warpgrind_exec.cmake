# SPDX-License-Identifier: Apache-2.0
# src/sim/exec/ holds plain loops over 32 lanes. They are compiled once for each instruction set the host may have,
# with WG_ISA in every symbol; src/sim/isa.c chooses one when the program starts.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(levels base v3 v4)
else()
  set(levels base)
endif()
set(WG_ISA_LEVELS "${levels}" CACHE STRING "Instruction sets the simulator is compiled for: base, v3, v4")
if(NOT "base" IN_LIST WG_ISA_LEVELS)
  message(FATAL_ERROR "WG_ISA_LEVELS must contain base: it is what runs on a host that has none of the others")
endif()

set(WG_ISA_FLAGS_base "")
set(WG_ISA_FLAGS_v3 -march=x86-64-v3)
set(WG_ISA_FLAGS_v4 -march=x86-64-v4 -mprefer-vector-width=512)

# Results must not depend on the host or the optimiser: no contraction of a*b+c, no errno, register rows viewed as
# any type, loops vectorised where they say so. Nobody looks at floating-point exceptions, so lanes that do not take part may
# compute as well.
set(WG_EXEC_FLAGS -fopenmp-simd -fno-strict-aliasing -ffp-contract=off -fno-math-errno -fno-trapping-math $<$<CONFIG:Release>:-O3>)
if(CMAKE_C_COMPILER_ID MATCHES "Clang") # warns where it cannot vectorise a loop that says so
  list(APPEND WG_EXEC_FLAGS -Wno-pass-failed)
endif()

# Files that change the rounding mode of the host and must not have arithmetic moved across that. Some compilers do not know the option on
# some hosts, and say so in a warning: they take the mode for what it was. What these files compute between two changes depends on values
# that the compiler does not see.
set(WG_EXEC_ROUNDED float_rounded.c)
include(CheckCCompilerFlag)
set(CMAKE_REQUIRED_FLAGS -Werror)
check_c_compiler_flag(-frounding-math WG_HAVE_ROUNDING_MATH)
unset(CMAKE_REQUIRED_FLAGS)

# Adds one object library per level, tells `user` which levels there are, leaves their objects in `objects_var`.
function(wg_add_exec user objects_var)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/sim/exec/*.c")
  if(NOT sources)
    set(${objects_var} "" PARENT_SCOPE)
    return()
  endif()
  foreach(name ${WG_EXEC_ROUNDED})
    if(NOT WG_HAVE_ROUNDING_MATH)
      break()
    endif()
    set_source_files_properties("${CMAKE_SOURCE_DIR}/src/sim/exec/${name}" PROPERTIES COMPILE_OPTIONS -frounding-math)
  endforeach()
  set(objects "")
  foreach(level ${WG_ISA_LEVELS})
    add_library(warpgrind_exec_${level} OBJECT ${sources})
    wg_configure(warpgrind_exec_${level})
    target_compile_definitions(warpgrind_exec_${level} PRIVATE WG_ISA=${level})
    target_compile_options(warpgrind_exec_${level} PRIVATE ${WG_EXEC_FLAGS} ${WG_ISA_FLAGS_${level}})
    list(APPEND objects $<TARGET_OBJECTS:warpgrind_exec_${level}>)
    string(TOUPPER ${level} upper)
    target_compile_definitions(${user} PRIVATE WG_HAVE_ISA_${upper})
  endforeach()
  set(${objects_var} "${objects}" PARENT_SCOPE)
endfunction()
