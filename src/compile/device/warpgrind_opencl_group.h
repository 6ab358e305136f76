/* What the work-items of a group do together since OpenCL 2.0, and those of a sub-group, which is a warp: by shuffles
 * within a warp, and by way of local memory between warps. A result is the same in all work-items and in all runs. */
#pragma once
#pragma clang system_header

size_t __WG_FUNCTION get_enqueued_local_size(uint dimension) { return get_local_size(dimension); }
size_t __WG_FUNCTION get_local_linear_id(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
size_t __WG_FUNCTION get_global_linear_id(void)
{
    return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
}
void __WG_FUNCTION work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }
void __WG_FUNCTION work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { barrier(flags); }

/* ---- generic addresses ---- */

#define __WG_SPACE(space, kind)                                                                                        \
    inline space void *__wg_to_##space(void *p) __asm__("__to_" #space);                                               \
    inline __attribute__((always_inline, nodebug)) space void *__wg_to_##space(void *p)                                \
    {                                                                                                                  \
        ulong address;                                                                                                 \
        __asm__("{\n\t.reg .pred is_there;\n\t"                                                                        \
                "isspacep." kind " is_there, %1;\n\t"                                                                  \
                "cvta.to." kind ".u64 %0, %1;\n\t"                                                                     \
                "selp.b64 %0, %0, 0, is_there;\n\t}"                                                                   \
                : "=&l"(address)                                                                                       \
                : "l"(p));                                                                                             \
        return (space void *)address;                                                                                  \
    }
__WG_SPACE(global, "global")
__WG_SPACE(local, "shared")

/* ---- sub-groups ---- */

#define cl_khr_subgroup_shuffle 1
#define cl_khr_subgroup_shuffle_relative 1

uint __WG_FUNCTION __wg_items(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint __WG_FUNCTION get_max_sub_group_size(void) { return 32; }
uint __WG_FUNCTION get_num_sub_groups(void) { return (__wg_items() + 31) / 32; }
uint __WG_FUNCTION get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
uint __WG_FUNCTION get_sub_group_id(void) { return (uint)get_local_linear_id() / 32; }
uint __WG_FUNCTION get_sub_group_local_id(void) { return (uint)get_local_linear_id() % 32; }
uint __WG_FUNCTION get_sub_group_size(void) { return min(32u, __wg_items() - 32 * get_sub_group_id()); }
/* The lanes of this warp that are work-items. */
uint __WG_FUNCTION __wg_members(void) { return 0xffffffffu >> (32 - get_sub_group_size()); }

void __WG_FUNCTION sub_group_barrier(cl_mem_fence_flags flags)
{
    __asm__ volatile("bar.warp.sync %0;" ::"r"(__wg_members()) : "memory");
}
void __WG_FUNCTION sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { sub_group_barrier(flags); }

int __WG_FUNCTION sub_group_all(int predicate) { return __nvvm_vote_all_sync(__wg_members(), predicate != 0); }
int __WG_FUNCTION sub_group_any(int predicate) { return __nvvm_vote_any_sync(__wg_members(), predicate != 0); }

int __WG_FUNCTION sub_group_shuffle(int x, uint lane)
{
    return __nvvm_shfl_sync_idx_i32(__wg_members(), x, (int)lane, 31);
}
uint __WG_FUNCTION sub_group_shuffle(uint x, uint lane) { return as_uint(sub_group_shuffle(as_int(x), lane)); }
float __WG_FUNCTION sub_group_shuffle(float x, uint lane) { return as_float(sub_group_shuffle(as_int(x), lane)); }
long __WG_FUNCTION sub_group_shuffle(long x, uint lane)
{
    int2 halves = as_int2(x);
    return as_long((int2)(sub_group_shuffle(halves.x, lane), sub_group_shuffle(halves.y, lane)));
}
ulong __WG_FUNCTION sub_group_shuffle(ulong x, uint lane) { return as_ulong(sub_group_shuffle(as_long(x), lane)); }
double __WG_FUNCTION sub_group_shuffle(double x, uint lane) { return as_double(sub_group_shuffle(as_long(x), lane)); }

/* Up and down: from outside the sub-group comes a value of one's own. */
#define __WG_SHUFFLES(type)                                                                                            \
    type __WG_FUNCTION sub_group_broadcast(type x, uint lane) { return sub_group_shuffle(x, lane); }                   \
    type __WG_FUNCTION sub_group_shuffle_xor(type x, uint mask)                                                        \
    {                                                                                                                  \
        return sub_group_shuffle(x, get_sub_group_local_id() ^ mask);                                                  \
    }                                                                                                                  \
    type __WG_FUNCTION sub_group_shuffle_up(type x, uint delta)                                                        \
    {                                                                                                                  \
        uint lane = get_sub_group_local_id();                                                                          \
        return sub_group_shuffle(x, lane >= delta ? lane - delta : lane);                                              \
    }                                                                                                                  \
    type __WG_FUNCTION sub_group_shuffle_down(type x, uint delta)                                                      \
    {                                                                                                                  \
        uint lane = get_sub_group_local_id();                                                                          \
        return sub_group_shuffle(x, lane + delta < get_sub_group_size() ? lane + delta : lane);                        \
    }

/* ---- sums and extremes ---- */

#define __WG_add(a, b) ((a) + (b))
#define __WG_min(a, b) min(a, b)
#define __WG_max(a, b) max(a, b)

#define __WG_SUB_GROUP(name, type, none)                                                                               \
    type __WG_FUNCTION sub_group_reduce_##name(type x)                                                                 \
    {                                                                                                                  \
        uint lane = get_sub_group_local_id(), size = get_sub_group_size();                                             \
        for (uint step = 16; step; step /= 2) {                                                                        \
            type other = sub_group_shuffle_down(x, step);                                                              \
            x = lane + step < size ? __WG_##name(x, other) : x;                                                        \
        }                                                                                                              \
        return sub_group_broadcast(x, 0);                                                                              \
    }                                                                                                                  \
    type __WG_FUNCTION sub_group_scan_inclusive_##name(type x)                                                         \
    {                                                                                                                  \
        uint lane = get_sub_group_local_id();                                                                          \
        for (uint step = 1; step < 32; step *= 2) {                                                                    \
            type other = sub_group_shuffle_up(x, step);                                                                \
            x = lane >= step ? __WG_##name(other, x) : x;                                                              \
        }                                                                                                              \
        return x;                                                                                                      \
    }                                                                                                                  \
    type __WG_FUNCTION sub_group_scan_exclusive_##name(type x)                                                         \
    {                                                                                                                  \
        type before = sub_group_shuffle_up(sub_group_scan_inclusive_##name(x), 1);                                     \
        return get_sub_group_local_id() ? before : (type)none;                                                         \
    }

/* Room for a value of each warp: the same for all calls in a kernel, so that each leaves with a barrier. */
__WG_FUNCTION local void *__wg_room(void)
{
    ulong address;
    __asm__("{\n\t.shared .align 8 .b8 warpgrind_room[256];\n\tmov.u64 %0, warpgrind_room;\n\t}" : "=l"(address));
    return (local void *)address;
}

#define __WG_WORK_GROUP(name, type, none)                                                                              \
    type __WG_FUNCTION work_group_reduce_##name(type x)                                                                \
    {                                                                                                                  \
        local type *room = (local type *)__wg_room();                                                                  \
        x = sub_group_reduce_##name(x);                                                                                \
        if (get_sub_group_local_id() == 0)                                                                             \
            room[get_sub_group_id()] = x;                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        x = room[0];                                                                                                   \
        for (uint warp = 1; warp < get_num_sub_groups(); warp++)                                                       \
            x = __WG_##name(x, room[warp]);                                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        return x;                                                                                                      \
    }                                                                                                                  \
    /* What the warps before this one have, where each offers what it has. */                                          \
    type __WG_FUNCTION __wg_before_##name(type whole)                                                                  \
    {                                                                                                                  \
        local type *room = (local type *)__wg_room();                                                                  \
        type before = (type)none;                                                                                      \
        if (get_sub_group_local_id() == get_sub_group_size() - 1)                                                      \
            room[get_sub_group_id()] = whole;                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        for (uint warp = 0; warp < get_sub_group_id(); warp++)                                                         \
            before = __WG_##name(before, room[warp]);                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        return before;                                                                                                 \
    }                                                                                                                  \
    type __WG_FUNCTION work_group_scan_inclusive_##name(type x)                                                        \
    {                                                                                                                  \
        x = sub_group_scan_inclusive_##name(x);                                                                        \
        type before = __wg_before_##name(x);                                                                           \
        return get_sub_group_id() ? __WG_##name(before, x) : x;                                                        \
    }                                                                                                                  \
    type __WG_FUNCTION work_group_scan_exclusive_##name(type x)                                                        \
    {                                                                                                                  \
        type within = sub_group_scan_inclusive_##name(x);                                                              \
        type before = __wg_before_##name(within);                                                                      \
        within = sub_group_shuffle_up(within, 1);                                                                      \
        return get_sub_group_local_id() ? __WG_##name(before, within) : before;                                        \
    }

#define __WG_BROADCAST(type)                                                                                           \
    type __WG_FUNCTION __wg_broadcast(type x, bool is_it)                                                              \
    {                                                                                                                  \
        local type *room = (local type *)__wg_room();                                                                  \
        if (is_it)                                                                                                     \
            *room = x;                                                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        x = *room;                                                                                                     \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        return x;                                                                                                      \
    }                                                                                                                  \
    type __WG_FUNCTION work_group_broadcast(type a, size_t x) { return __wg_broadcast(a, get_local_id(0) == x); }      \
    type __WG_FUNCTION work_group_broadcast(type a, size_t x, size_t y)                                                \
    {                                                                                                                  \
        return __wg_broadcast(a, get_local_id(0) == x && get_local_id(1) == y);                                        \
    }                                                                                                                  \
    type __WG_FUNCTION work_group_broadcast(type a, size_t x, size_t y, size_t z)                                      \
    {                                                                                                                  \
        return __wg_broadcast(a, get_local_id(0) == x && get_local_id(1) == y && get_local_id(2) == z);                \
    }

#define __WG_COLLECTIVE(type, least, most)                                                                             \
    __WG_SHUFFLES(type)                                                                                                \
    __WG_BROADCAST(type)                                                                                               \
    __WG_SUB_GROUP(add, type, 0)                                                                                       \
    __WG_SUB_GROUP(min, type, most)                                                                                    \
    __WG_SUB_GROUP(max, type, least)                                                                                   \
    __WG_WORK_GROUP(add, type, 0)                                                                                      \
    __WG_WORK_GROUP(min, type, most)                                                                                   \
    __WG_WORK_GROUP(max, type, least)
__WG_COLLECTIVE(int, INT_MIN, INT_MAX)
__WG_COLLECTIVE(uint, 0, UINT_MAX)
__WG_COLLECTIVE(long, LONG_MIN, LONG_MAX)
__WG_COLLECTIVE(ulong, 0, ULONG_MAX)
__WG_COLLECTIVE(float, -INFINITY, INFINITY)
__WG_COLLECTIVE(double, -INFINITY, INFINITY)

int __WG_FUNCTION work_group_all(int predicate) { return __nvvm_bar0_and(predicate) != 0; }
int __WG_FUNCTION work_group_any(int predicate) { return __nvvm_bar0_or(predicate) != 0; }
