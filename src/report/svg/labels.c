/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct point {
    double x, y;
} point;

static const double LETTER = 7.2, ASCENT = 10, DESCENT = 3; /* of the wider fonts, at 12 pixels */

double wg_label_width(const char *text)
{
    double letters = 0;
    for (; *text; text++)
        letters += ((unsigned char)*text & 0xc0) != 0x80;
    return LETTER * letters;
}

void wg_label_fit(const char *text, double room, char *out, size_t size)
{
    bool fits = wg_label_width(text) <= room && strlen(text) < size;
    size_t used = 0;
    for (double width = 2 * LETTER; !fits && text[used] && width <= room && used + 8 < size; width += LETTER)
        for (used++; ((unsigned char)text[used] & 0xc0) == 0x80 && used + 8 < size;)
            used++;
    snprintf(out, size, "%.*s%s", (int)(fits ? strlen(text) : used), text, fits ? "" : "…");
}

wg_label_box wg_label_box_of(const char *text, double x, double y, double angle)
{
    double half = wg_label_width(text) / 2, rise = (ASCENT - DESCENT) / 2;
    return (wg_label_box){.x = x + half * cos(angle) + rise * sin(angle),
                          .y = y + half * sin(angle) - rise * cos(angle),
                          .half_width = half,
                          .half_height = (ASCENT + DESCENT) / 2,
                          .angle = angle};
}

static void corners_of(const wg_label_box *b, point out[4])
{
    static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int k = 0; k < 4; k++) {
        double along = signs[k][0] * b->half_width, across = signs[k][1] * b->half_height;
        out[k] = (point){b->x + along * cos(b->angle) - across * sin(b->angle),
                         b->y + along * sin(b->angle) + across * cos(b->angle)};
    }
}

/* Whether a line across one of a's sides has all of b on the other side. */
static bool is_apart(const wg_label_box *a, const wg_label_box *b)
{
    point corners[4];
    corners_of(b, corners);
    for (int side = 0; side < 2; side++) {
        double angle = a->angle + side * acos(0), half = side ? a->half_height : a->half_width;
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < 4; k++) {
            double at = (corners[k].x - a->x) * cos(angle) + (corners[k].y - a->y) * sin(angle);
            low = fmin(low, at);
            high = fmax(high, at);
        }
        if (low > half || high < -half)
            return true;
    }
    return false;
}

bool wg_labels_fit(const wg_labels *l, const wg_label_box *box)
{
    point corners[4];
    corners_of(box, corners);
    for (int k = 0; k < 4; k++)
        if (corners[k].x < l->left || corners[k].x > l->right || corners[k].y < l->top || corners[k].y > l->bottom)
            return false;
    for (size_t k = 0; k < l->count; k++)
        if (!is_apart(box, &l->taken[k]) && !is_apart(&l->taken[k], box))
            return false;
    return true;
}

void wg_labels_take(wg_labels *l, const wg_label_box *box)
{
    if (l->count < WG_MOST_LABELS)
        l->taken[l->count++] = *box;
}
