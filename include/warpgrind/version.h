/* SPDX-License-Identifier: Apache-2.0 */
/* The version of these headers: this is where it is kept, and where CMakeLists.txt reads it. wg_version() says which
 * version of the library a program runs with. */
#ifndef WARPGRIND_VERSION_H
#define WARPGRIND_VERSION_H

#define WG_VERSION_MAJOR 0
#define WG_VERSION_MINOR 2
#define WG_VERSION_PATCH 0

#define WG_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch
#define WG_VERSION_EXPAND(major, minor, patch) WG_VERSION_JOIN(major, minor, patch)
#define WG_VERSION_STRING WG_VERSION_EXPAND(WG_VERSION_MAJOR, WG_VERSION_MINOR, WG_VERSION_PATCH)

#endif
