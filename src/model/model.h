/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of a GPU that the models of caches and of time go by, resolved once from its file: parameters.def lists
 * them.
 *
 *     wg_model model;
 *     wg_model_resolve(device, &model);
 *     double cycles = model.l2_latency;
 *
 * A file says some of them; the others are another GPU's, an H200's, or assumed. Which is which is kept, so that
 * whoever reads a figure can be told what it stands on. */
#ifndef WG_MODEL_MODEL_H
#define WG_MODEL_MODEL_H

#include "devices/device.h"

typedef enum wg_model_parameter {
#define PARAMETER(name, unit, source, lender, fallback, evidence) WG_MODEL_##name,
#include "model/parameters.def"
#undef PARAMETER
    WG_MODEL_PARAMETERS
} wg_model_parameter;

/* Whose a parameter's value is. */
typedef enum wg_model_origin {
    WG_MODEL_OWN,     /* the GPU's own: its file says it, or it follows from what the file says */
    WG_MODEL_H200,    /* borrowed from the H200 */
    WG_MODEL_ASSUMED, /* borrowed from nobody in particular */
    WG_MODEL_ABSENT,  /* the model does without it */
    WG_MODEL_OURS     /* the model's, of no GPU in particular */
} wg_model_origin;

typedef struct wg_model_parameter_info {
    const char *name, *unit;
    const char *fallback; /* its formula, as parameters.def writes it */
    const char *evidence; /* where that is from */
    wg_model_origin lender;
} wg_model_parameter_info;

extern const wg_model_parameter_info wg_model_parameter_infos[WG_MODEL_PARAMETERS];

typedef struct wg_model {
    const wg_device *device; /* for what is no number of the model: limits of a launch, words */
#define PARAMETER(name, unit, source, lender, fallback, evidence) double name;
#include "model/parameters.def"
#undef PARAMETER
    bool is_own[WG_MODEL_PARAMETERS];
} wg_model;

/* The device must outlive it. */
void wg_model_resolve(const wg_device *device, wg_model *model);

double wg_model_value(const wg_model *model, wg_model_parameter parameter);
wg_model_origin wg_model_origin_of(const wg_model *model, wg_model_parameter parameter);

/* How many of the numbers that a GPU has are its own, and how many are not. */
unsigned wg_model_own(const wg_model *model);
unsigned wg_model_borrowed(const wg_model *model);
/* How many have that origin. */
unsigned wg_model_count(const wg_model *model, wg_model_origin origin);

#endif
