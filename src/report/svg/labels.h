/* SPDX-License-Identifier: Apache-2.0 */
/* Room for words in a figure: boxes, which may be turned, that are taken, and whether another one fits between them. */
#ifndef WG_REPORT_SVG_LABELS_H
#define WG_REPORT_SVG_LABELS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct wg_label_box {
    double x, y;                    /* of the middle */
    double half_width, half_height; /* before it is turned */
    double angle;                   /* radians, clockwise as the y of a figure goes down */
} wg_label_box;

enum { WG_MOST_LABELS = 512 };

typedef struct wg_labels {
    wg_label_box taken[WG_MOST_LABELS];
    size_t count;
    double left, right, top, bottom; /* of the room */
} wg_labels;

/* Of a text as figures have it. Fonts differ: it is rather too much. */
double wg_label_width(const char *text);
/* The text, or as much of it as has room, with an ellipsis. */
void wg_label_fit(const char *text, double room, char *out, size_t size);

/* The box of a text whose base line begins at x, y. */
wg_label_box wg_label_box_of(const char *text, double x, double y, double angle);

/* Inside the room, and clear of what is taken. */
bool wg_labels_fit(const wg_labels *labels, const wg_label_box *box);
void wg_labels_take(wg_labels *labels, const wg_label_box *box); /* what is too much is forgotten */

#endif
