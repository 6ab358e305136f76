#include "base/text.h"
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
    const char *wanted;           /* NULL: any kernel */
    const wg_ptx_function *found; /* the last that matches */
    const wg_ptx_function *exact; /* the one whose name is exactly that */
    size_t found_count, all_count;
    wg_text found_names, all_names;
} search;

static void consider(search *s, const wg_ptx_function *f)
{
    char *name = wg_compile_source_name(f->name);
    wg_text_addf(&s->all_names, "%s%s", s->all_count++ ? ", " : "", name);
    if (!s->wanted || wg_compile_name_matches(f->name, s->wanted)) {
        wg_text_addf(&s->found_names, "%s%s", s->found_count++ ? ", " : "", name);
        s->found = f;
        if (s->wanted && (!strcmp(f->name, s->wanted) || !strcmp(name, s->wanted)))
            s->exact = f;
    }
    free(name);
}

static wg_status complain(const search *s, const char *source, wg_error *err)
{
    if (s->all_count == 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no kernel in it", source);
    if (s->found_count == 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no kernel '%s'; there are: %s", source, s->wanted,
                            wg_text_get(&s->all_names));
    if (!s->wanted)
        return wg_error_set(err, WG_ERR_INPUT, "%s: which kernel? Choose one with -k: %s", source,
                            wg_text_get(&s->all_names));
    return wg_error_set(err, WG_ERR_INPUT, "%s: '%s' could be any of these: %s", source, s->wanted,
                        wg_text_get(&s->found_names));
}

wg_status wg_run_find_kernel(wg_run *run, wg_error *err)
{
    search s = {.wanted = run->spec->kernel};
    for (uint32_t k = 0; k < run->module->function_count; k++)
        if (run->module->functions[k]->is_entry && run->module->functions[k]->has_body)
            consider(&s, run->module->functions[k]);
    run->kernel = s.exact ? s.exact : s.found_count == 1 ? s.found : NULL;
    wg_status status = run->kernel ? WG_OK : complain(&s, run->spec->source, err);
    if (run->kernel)
        run->kernel_name = wg_compile_source_name(run->kernel->name);
    wg_text_free(&s.found_names);
    wg_text_free(&s.all_names);
    return status;
}
