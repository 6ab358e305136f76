/* SPDX-License-Identifier: Apache-2.0 */
#include "model/limit.h"

#include <math.h>

enum { LINE = 128, WIDEST_REQUEST = 512 }; /* bytes; a warp's, with 16 a lane */

double wg_memory_nanoseconds(const wg_model *m, double read, double written, double requests)
{
    const double rare = fmax(1e-9, m->memory_rare_reads);
    double apart = read / m->measured_read_bandwidth + written / m->measured_write_bandwidth;
    if (!m->is_own[WG_MODEL_turnaround_cost] || read + written <= 0)
        return apart;
    double part = read / (read + written);
    double seldom = 1 - exp(-requests * LINE / fmax(written, 1) / rare);
    double turning = part > 0.5 ? 2 * part * written : written * seldom;
    return apart + m->turnaround_cost * turning;
}

/* Reading and writing have paths of their own, of which the one for writes is the narrower. */
static double l2_nanoseconds(const wg_model *m, const wg_work *w)
{
    if (!(m->measured_l2_bandwidth > 0))
        return 0;
    double all = (w->read + w->written) / m->measured_l2_bandwidth;
    return m->measured_l2_write_bandwidth > 0 ? fmax(all, w->written / m->measured_l2_write_bandwidth) : all;
}

static double memory_nanoseconds(const wg_model *m, const wg_work *w)
{
    double fastest = fmax(m->measured_read_bandwidth, fmax(m->measured_write_bandwidth, m->measured_copy_bandwidth));
    if (!(m->measured_read_bandwidth > 0 && m->measured_write_bandwidth > 0))
        return 0;
    return wg_memory_nanoseconds(m, w->dram_read, w->dram_written, w->dram_read / WIDEST_REQUEST) +
           w->dram_any / fastest;
}

/* As measured, else by the number of lanes; 0: not known. */
static double rate(const wg_model *m, wg_device_field measured, double lanes, double clock)
{
    const wg_device *d = m->device;
    if (measured < WG_DEVICE_FIELDS && d->known[measured])
        return 1e12 * d->value[measured];
    return 2 * lanes * m->sm_count * 1e6 * clock;
}

double wg_limit_seconds(const wg_model *m, const wg_work *w)
{
    double f32_lanes = m->is_own[WG_MODEL_f32_lanes] ? m->f32_lanes : 0;
    double f64_lanes = m->is_own[WG_MODEL_f64_lanes] ? m->f64_lanes : 0;
    const struct {
        double flops, rate;
    } kinds[] = {{w->f32_flops, rate(m, WG_DEVICE_measured_f32_rate, f32_lanes, m->measured_clock)},
                 {w->f64_flops, rate(m, WG_DEVICE_FIELDS, f64_lanes, m->measured_clock)},
                 {w->f16_flops, rate(m, WG_DEVICE_FIELDS, m->f16_lanes, m->measured_clock)},
                 {w->tensor_flops, rate(m, WG_DEVICE_measured_bf16_rate, m->tensor_f16_fma, m->measured_mma_clock)}};
    double least = 1e-9 * fmax(memory_nanoseconds(m, w), l2_nanoseconds(m, w));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].rate > 0)
            least = fmax(least, kinds[k].flops / kinds[k].rate);
    return least > 0 ? least : NAN;
}
