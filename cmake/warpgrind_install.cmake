# SPDX-License-Identifier: Apache-2.0
# `make install`: the command, what shells complete its words with, both libraries, headers, pkg-config, man page, data and
# examples.
install(TARGETS warpgrind_static warpgrind_shared
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET warpgrind)
  install(TARGETS warpgrind RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES cli/completion/warpgrind.bash RENAME warpgrind
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES cli/completion/warpgrind.zsh RENAME _warpgrind DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES cli/completion/warpgrind.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(DIRECTORY include/warpgrind DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(EXISTS "${CMAKE_SOURCE_DIR}/docs/use/warpgrind.1")
  install(FILES docs/use/warpgrind.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
foreach(folder data examples ladders probes)
  if(IS_DIRECTORY "${CMAKE_SOURCE_DIR}/${folder}")
    install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/warpgrind)
  endif()
endforeach()
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Paths relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH WG_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" WG_PC_PREFIX "${WG_PC_PREFIX}")
configure_file(warpgrind.pc.in warpgrind.pc @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/warpgrind.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
