/* SPDX-License-Identifier: Apache-2.0 */
/* The command line as somebody would type it. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

/* "warpgrind explain k.cu -k 'a<1>'": the words that follow the verb, quoted for a shell where they must be; malloc'ed.
 * To be called before options are read, which moves the words. */
char *command_line(const char *verb, int argc, char **argv);

#endif
