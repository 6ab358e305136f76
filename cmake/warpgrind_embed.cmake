# SPDX-License-Identifier: Apache-2.0
# Files that the program carries inside itself, so that it works from the build folder and anywhere else: the device
# headers that let clang compile CUDA C, and what makes pages and figures look as they do.
set(WG_EMBEDDED "")
function(wg_embed folder pattern header type table)
  set(output "${CMAKE_BINARY_DIR}/${table}.c")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/${pattern}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DFOLDER=${CMAKE_SOURCE_DIR}/${folder}" "-DPATTERN=${pattern}" "-DHEADER=${header}"
            "-DTYPE=${type}" "-DTABLE=${table}" "-DOUTPUT=${output}" -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding ${folder}"
    VERBATIM)
  set(WG_EMBEDDED ${WG_EMBEDDED} "${output}" PARENT_SCOPE)
endfunction()

wg_embed(src/compile/device *.h compile/device.h wg_device_file wg_device_files)
wg_embed(src/report/html/style *.* report/svg/chart.h wg_page_file wg_page_files)
