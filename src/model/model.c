/* SPDX-License-Identifier: Apache-2.0 */
/* parameters.def, read three times: as what is known of each parameter, as where each lies in the structure, and as one
 * declaration each in wg_model_resolve(), so that the compiler sees to it that a formula names rows above it only. */
#include "model/model.h"

#include <math.h>

#define PARAMETER(name, unit, source, lender, fallback, evidence)                                                      \
    [WG_MODEL_##name] = {#name, unit, #fallback, evidence, WG_MODEL_##lender},
const wg_model_parameter_info wg_model_parameter_infos[WG_MODEL_PARAMETERS] = {
#include "model/parameters.def"
};
#undef PARAMETER

#define PARAMETER(name, unit, source, lender, fallback, evidence) [WG_MODEL_##name] = offsetof(wg_model, name),
static const size_t offsets[WG_MODEL_PARAMETERS] = {
#include "model/parameters.def"
};
#undef PARAMETER

/* What the GPU says of itself. */
typedef struct own_value {
    bool is_known;
    double value;
} own_value;

static double choose(wg_model *m, wg_model_parameter parameter, own_value own, double fallback)
{
    m->is_own[parameter] = own.is_known;
    return own.is_known ? own.value : fallback;
}

#define known(key) (device->known[WG_DEVICE_##key])
#define value(key) (device->value[WG_DEVICE_##key])
#define own(row) (m->is_own[WG_MODEL_##row])
#define KEY(key) ((own_value){known(key), value(key)})
#define FROM(condition, formula) ((own_value){condition, formula})
#define NONE ((own_value){0})
#define PARAMETER(name, unit, source, lender, fallback, evidence)                                                      \
    const double name = choose(m, WG_MODEL_##name, source, fallback);                                                  \
    m->name = name;

void wg_model_resolve(const wg_device *device, wg_model *m)
{
    const int generation = device->major;
    *m = (wg_model){.device = device};
#include "model/parameters.def"
}

double wg_model_value(const wg_model *model, wg_model_parameter parameter)
{
    return *(const double *)((const char *)model + offsets[parameter]);
}

wg_model_origin wg_model_origin_of(const wg_model *model, wg_model_parameter parameter)
{
    wg_model_origin lender = wg_model_parameter_infos[parameter].lender;
    if (model->is_own[parameter])
        return WG_MODEL_OWN;
    return lender != WG_MODEL_OURS && wg_model_value(model, parameter) == 0 ? WG_MODEL_ABSENT : lender;
}

unsigned wg_model_count(const wg_model *model, wg_model_origin origin)
{
    unsigned count = 0;
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++)
        count += wg_model_origin_of(model, (wg_model_parameter)k) == origin;
    return count;
}

unsigned wg_model_own(const wg_model *model)
{
    return wg_model_count(model, WG_MODEL_OWN);
}

unsigned wg_model_borrowed(const wg_model *model)
{
    return wg_model_count(model, WG_MODEL_H200) + wg_model_count(model, WG_MODEL_ASSUMED);
}
