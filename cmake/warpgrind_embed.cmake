# SPDX-License-Identifier: Apache-2.0
# Files that the program carries inside itself, so that it works from the build folder and anywhere else: the device
# headers that let clang compile CUDA C, what makes pages and figures look as they do, and what shells complete words with.
set(WG_EMBEDDED "")
set(WG_CLI_EMBEDDED "")
function(wg_embed list folder pattern header type table)
  set(output "${CMAKE_BINARY_DIR}/${table}.c")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/${pattern}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DFOLDER=${CMAKE_SOURCE_DIR}/${folder}" "-DPATTERN=${pattern}" "-DHEADER=${header}"
            "-DTYPE=${type}" "-DTABLE=${table}" "-DOUTPUT=${output}" -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding ${folder}"
    VERBATIM)
  set(${list} ${${list}} "${output}" PARENT_SCOPE)
endfunction()

wg_embed(WG_EMBEDDED src/compile/device *.h compile/device.h wg_device_file wg_device_files)
wg_embed(WG_EMBEDDED src/report/html/style *.* report/svg/chart.h wg_page_file wg_page_files)
wg_embed(WG_CLI_EMBEDDED cli/completion warpgrind.* completion/completion.h completion_script completion_scripts)
