# Files that the program carries inside itself, so that it works from the build folder and anywhere else: the device
# headers that let clang compile CUDA C.
set(WG_EMBEDDED "${CMAKE_BINARY_DIR}/device_files.c")
file(GLOB device_headers CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/compile/device/*.h")
add_custom_command(
  OUTPUT "${WG_EMBEDDED}"
  COMMAND ${CMAKE_COMMAND} "-DFOLDER=${CMAKE_SOURCE_DIR}/src/compile/device" "-DOUTPUT=${WG_EMBEDDED}"
          -P "${CMAKE_SOURCE_DIR}/src/compile/embed.cmake"
  DEPENDS ${device_headers} "${CMAKE_SOURCE_DIR}/src/compile/embed.cmake"
  COMMENT "Embedding the device headers"
  VERBATIM)
