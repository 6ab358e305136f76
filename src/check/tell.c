/* SPDX-License-Identifier: Apache-2.0 */
/* Findings in words. */
#include "check/checked.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void set_thread(const wg_check *c, uint64_t block, uint32_t thread, wg_finding_place *place)
{
    const uint32_t *grid = c->grid, *size = c->block;
    place->has_thread = true;
    place->block[0] = (uint32_t)(block % grid[0]);
    place->block[1] = (uint32_t)(block / grid[0] % grid[1]);
    place->block[2] = (uint32_t)(block / grid[0] / grid[1]);
    place->thread[0] = thread % size[0];
    place->thread[1] = thread / size[0] % size[1];
    place->thread[2] = thread / size[0] / size[1];
}

static wg_finding_place line_of(const wg_check *c, const wg_insn *i)
{
    wg_finding_place place = {.known = true};
    wg_program_place(c->program, i, &place.file, &place.line);
    place.ptx_line = i->source->place.line;
    place.instruction = i->source->spelling;
    place.does = i->class == WG_CLASS_STORE ? "writes" : i->class == WG_CLASS_ATOMIC ? "updates" : "reads";
    return place;
}

/* thread: in the block; UINT32_MAX: none in particular. */
wg_finding_place wg_check_place(const wg_check *c, const wg_insn *i, const wg_block *block, uint32_t thread)
{
    wg_finding_place place = {0};
    if (i)
        place = line_of(c, i);
    if (block && thread != UINT32_MAX)
        set_thread(c, block->index, thread, &place);
    return place;
}

/* thread: in the launch, as marks have it. */
wg_finding_place wg_check_place_of(const wg_check *c, uint32_t thread, uint16_t site)
{
    const wg_insn *i = c->sites[site & (WG_SITES - 1)];
    wg_finding_place place = {0};
    if (i)
        place = line_of(c, i);
    set_thread(c, (thread - 1) / c->threads_per_block, (thread - 1) % c->threads_per_block, &place);
    return place;
}

static const wg_shared_object *shared_object(const wg_check *c, uint64_t offset)
{
    const wg_shared_object *o;
    for (uint32_t k = 0; (o = wg_check_object(c, k)) && offset - o->offset >= o->size;)
        k++;
    return o;
}

/* Says which object the bytes at an offset of a region belong to. */
void wg_check_name(const wg_check *c, const wg_region *r, uint64_t offset, wg_finding *f)
{
    f->space = r->is_shared ? "shared" : r->is_constant ? "constant" : "global";
    f->address = r->is_shared ? offset : r->address + offset;
    if (!r->is_shared) {
        f->object = r->name;
        f->offset = offset;
        f->size = r->size;
        return;
    }
    const wg_shared_object *object = shared_object(c, offset);
    f->object = object ? object->name : "dynamic shared memory";
    f->offset = offset - (object ? object->offset : wg_dynamic_shared_offset(c->program));
    f->size = object ? object->size : c->launch->dynamic_shared;
}

/* What looked harmless is not; or what one thing would mend in a warp needs more. */
static bool is_worse(wg_finding_kind now, wg_finding_kind before)
{
    if (wg_finding_is_error(now) != wg_finding_is_error(before))
        return wg_finding_is_error(now);
    return before == WG_FINDING_race_warp && (now == WG_FINDING_race_shared || now == WG_FINDING_race_global);
}

void wg_check_add(wg_check *c, wg_finding *f, uint64_t count)
{
    f->kernel = c->program->kernel->name;
    wg_findings_add(&c->findings, f);
    c->findings.items[c->findings.count - 1].count = count;
}

/* The mark of the last store, as far as there are marks. */
static wg_mark last_store(const wg_check *c, const wg_region *r, uint64_t offset)
{
    const wg_cell *page = r->pages ? r->pages[offset / WG_PAGE_BYTES] : NULL;
    const wg_cell *cell = page ? &page[offset % WG_PAGE_BYTES / WG_CELL_BYTES] : NULL;
    if (cell && cell->write.thread == WG_SPLIT)
        cell = &c->split[cell->read.thread + offset % WG_CELL_BYTES];
    return cell ? cell->write : (wg_mark){0};
}

bool wg_check_last_store(const wg_check *c, uint64_t address, wg_finding_place *out)
{
    for (size_t k = 0; k < c->region_count; k++) {
        const wg_region *r = c->regions[k];
        wg_mark mark = address - r->address < r->size ? last_store(c, r, address - r->address) : (wg_mark){0};
        if (mark.thread)
            *out = wg_check_place_of(c, mark.thread, mark.site);
        if (mark.thread)
            return true;
    }
    return false;
}

void wg_check_tell(wg_check *c, wg_finding *f, const char *format, ...)
{
    char text[1024];
    va_list args;
    f->kernel = c->program->kernel->name;
    wg_finding *before = wg_findings_again(&c->findings, f->kind, &f->at, &f->with);
    if (before && !is_worse(f->kind, before->kind))
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    f->sentence = text;
    if (before)
        wg_findings_replace(&c->findings, before, f);
    else
        wg_findings_add(&c->findings, f);
}
