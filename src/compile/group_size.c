/* SPDX-License-Identifier: Apache-2.0 */
/* clang keeps reqd_work_group_size as metadata of a kernel, but PTX has it only from releases that are to come:
 *
 *     define dso_local spir_kernel void @tile(ptr addrspace(1) %0) … !reqd_work_group_size !10 {
 *     !10 = !{i32 16, i32 8, i32 1}
 *
 * becomes .reqntid 16, 8, 1 of .entry tile. */
#define _GNU_SOURCE 1 /* memmem */
#include "compile/group_size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ATTRIBUTE[] = "reqd_work_group_size", DIRECTIVE[] = ".reqntid";

bool wg_group_size_may_lack(const wg_job *job, const wg_output *output)
{
    bool has_word = strstr(job->source, ATTRIBUTE) || strstr(job->source, "#include");
    for (size_t k = 0; k < job->flag_count; k++)
        has_word |= strstr(job->flags[k], ATTRIBUTE) != NULL;
    return has_word && !strstr(output->ptx, DIRECTIVE);
}

/* "!10 = !{i32 16, i32 8, i32 1}": the three numbers. */
static bool read_sizes(const char *assembly, unsigned number, unsigned sizes[3])
{
    char begin[32];
    snprintf(begin, sizeof begin, "\n!%u = !{", number);
    const char *at = strstr(assembly, begin);
    return at && sscanf(at + strlen(begin), "i32 %u, i32 %u, i32 %u}", &sizes[0], &sizes[1], &sizes[2]) == 3;
}

/* Where the body of a kernel begins; its parameters have no braces. NULL: there is no such kernel. */
static const char *body_of(const char *ptx, const char *name, size_t length)
{
    static const char entry[] = ".entry ";
    for (const char *at = ptx; (at = strstr(at, entry)) != NULL;) {
        at += sizeof entry - 1;
        if (!strncmp(at, name, length) && at[length] == '(')
            return strchr(at, '{');
    }
    return NULL;
}

static void add_size(wg_output *output, const char *name, size_t length, const unsigned sizes[3])
{
    const char *body = body_of(output->ptx, name, length);
    wg_text text = {0};
    if (!body)
        return;
    wg_text_add(&text, output->ptx, (size_t)(body - output->ptx));
    wg_text_addf(&text, "%s %u, %u, %u\n%s", DIRECTIVE, sizes[0], sizes[1], sizes[2], body);
    free(output->ptx);
    output->length = text.length;
    output->ptx = text.bytes; /* a text's bytes are terminated */
}

void wg_group_size_add(const char *assembly, wg_output *output)
{
    static const char begin[] = "\ndefine ", mark[] = "!reqd_work_group_size !";
    for (const char *at = assembly; (at = strstr(at, begin)) != NULL;) {
        at += sizeof begin - 1;
        size_t line = strcspn(at, "\n");
        const char *name = memchr(at, '@', line), *size = memmem(at, line, mark, sizeof mark - 1);
        unsigned sizes[3];
        if (name && size && read_sizes(assembly, (unsigned)strtoul(size + sizeof mark - 1, NULL, 10), sizes))
            add_size(output, name + 1, strcspn(name + 1, "("), sizes);
    }
}
