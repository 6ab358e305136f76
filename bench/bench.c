/* SPDX-License-Identifier: Apache-2.0 */
/* bench WARPGRIND [RUNS]: measures the simulator against its goals and its peers, and prints one table.
 *
 * Run in the repository's root. Times are the simulator's own (simulation_seconds: decoding, filling buffers and
 * compiling left out, as they are for the peers), medians of RUNS runs, every counter on. */
#include "command.h"
#include "replay.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_RUNS = 31, MAX_WORDS = 40 };

static const char *warpgrind;
static char opencl_matmul[4096];
static int runs = 5;
static int rows, rows_met;

typedef struct sample {
    double instructions, seconds, peak_kib;
} sample;

static void die(const char *what, const char *why)
{
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(2);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* The members of one run in what `explain --json -` wrote. */
static sample read_sample(const command_result *result)
{
    json_error_t error;
    json_t *root = json_loadb(result->output, result->length, 0, &error);
    json_t *run = json_array_get(json_object_get(root, "benchmarks"), 0);
    json_t *instructions = json_object_get(run, "warp_instructions"),
           *seconds = json_object_get(run, "simulation_seconds");
    if (!json_is_number(instructions) || !json_is_number(seconds))
        die("explain --json -", root ? "no warp_instructions or simulation_seconds" : error.text);
    sample s = {json_number_value(instructions), json_number_value(seconds), (double)result->peak_kib};
    json_decref(root);
    return s;
}

static bool estimates; /* the simulator's speed is that of counting */

/* `explain` with these words (separated by blanks), repeated; each member the median of its own. */
static sample explain(int repeats, const char *format, ...)
{
    char line[1024], *rest = NULL;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    const char *argv[MAX_WORDS + 8] = {warpgrind, "explain"};
    int count = 2;
    for (char *word = strtok_r(line, " ", &rest); word && count < MAX_WORDS; word = strtok_r(NULL, " ", &rest))
        argv[count++] = word;
    argv[count++] = "-q";
    argv[count++] = "--json";
    argv[count++] = "-";
    argv[count] = estimates ? NULL : "--no-estimate";

    double instructions[MAX_RUNS], seconds[MAX_RUNS], peak[MAX_RUNS];
    for (int run = 0; run < repeats; run++) {
        command_result result = command_run(argv);
        if (result.status != 0)
            die(argv[2], "warpgrind explain failed");
        sample s = read_sample(&result);
        free(result.output);
        instructions[run] = s.instructions;
        seconds[run] = s.seconds;
        peak[run] = s.peak_kib;
    }
    return (sample){median(instructions, repeats), median(seconds, repeats), median(peak, repeats)};
}

/* Kernel seconds of the OpenCL program, run by itself (PoCL) or under oclgrind. */
static double opencl_seconds(bool oclgrind, int n, char *device, size_t size)
{
    char n_text[16], runs_text[16];
    snprintf(n_text, sizeof n_text, "%d", n);
    snprintf(runs_text, sizeof runs_text, "%d", oclgrind ? 1 : runs);
    const char *argv[] = {"oclgrind", opencl_matmul, "bench/kernels/matmul.cl", n_text, runs_text, NULL};
    command_result result = command_run(argv + !oclgrind);
    char *end = NULL;
    double seconds = result.output ? strtod(result.output, &end) : 0;
    if (result.status != 0 || seconds <= 0)
        die(oclgrind ? "oclgrind" : "PoCL", "the OpenCL program failed");
    if (device)
        snprintf(device, size, "%.*s", (int)strcspn(end, "\n"), end);
    free(result.output);
    return seconds;
}

static void row(const char *what, const char *goal, bool met, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void row(const char *what, const char *goal, bool met, const char *format, ...)
{
    char got[128];
    va_list args;
    va_start(args, format);
    vsnprintf(got, sizeof got, format, args);
    va_end(args);
    printf("%-48s %-22s %-34s %s\n", what, goal, got, met ? "ok" : "MISSED");
    fflush(stdout);
    rows++;
    rows_met += met;
}

static void speed_row(const char *what, double goal, sample s)
{
    char text[64];
    double speed = s.instructions / s.seconds / 1e6;
    snprintf(text, sizeof text, ">= %.0f M/s", goal);
    row(what, text, speed >= goal, "%.1f M/s (%.2f of the goal)", speed, speed / goal);
}

/* Warp-instructions a second on one core. */
static void bench_speed(void)
{
    static const char LOOP[] =
        "bench/kernels/loops.cu -k %s --grid 64 --block 256 -a out:%s[16384]=0 -a a:%s=%s -a b:%s=%s "
        "-a rounds:i32=%d -j 1";
    speed_row("f32 FMA loop, warp-instructions, 1 core", 100,
              explain(runs, LOOP, "fma_f32", "f32", "f32", "0.5", "f32", "1.5", 100000));
    speed_row("f64 FMA loop", 60, explain(runs, LOOP, "fma_f64", "f64", "f64", "0.5", "f64", "1.5", 100000));
    speed_row("integer loop", 60, explain(runs, LOOP, "integers", "u32", "u32", "1664525", "u32", "1013904223", 20000));
    speed_row("shared-memory tile kernel, n = 512", 40,
              explain(runs, "bench/kernels/tile.cu -k tile --grid 16,16 --block 32,32 -a n:i32=512 -a a:f32[262144]=1 "
                            "-a b:f32[262144]=0.5 -a c:f32[262144]=0 -j 1"));
}

#define MATMUL                                                                                                         \
    "bench/kernels/matmul.%s -k matmul --grid %d,%d --block 16,16 -a n:i32=%d -a a:f32[%d]=1 -a b:f32[%d]=0.5 "        \
    "-a c:f32[%d]=0 -j %d"

static sample matmul(const char *language, int n, int threads, int repeats)
{
    return explain(repeats, MATMUL, language, n / 16, n / 16, n, n * n, n * n, n * n, threads);
}

/* The same matrix product here, in PoCL and in Oclgrind; and from one host thread to two. */
static void bench_peers(void)
{
    char device[256];
    double pocl = opencl_seconds(false, 1024, device, sizeof device);
    sample two = matmul("cl", 1024, 2, runs), cuda = matmul("cu", 1024, 2, runs);
    row("matmul.cl, n = 1024, 2 cores: PoCL's time / ours", ">= 1", two.seconds <= pocl, "%.2f (%.2f s / %.2f s)",
        pocl / two.seconds, pocl, two.seconds);
    row("matmul.cu, n = 1024, 2 cores: PoCL's time / ours", ">= 1", cuda.seconds <= pocl, "%.2f (%.2f s / %.2f s)",
        pocl / cuda.seconds, pocl, cuda.seconds);
    double oclgrind = opencl_seconds(true, 128, NULL, 0);
    sample small = matmul("cl", 128, 2, runs);
    row("matmul.cl, n = 128: Oclgrind's time / ours", ">= 500", oclgrind >= 500 * small.seconds,
        "%.0f (%.2f s / %.4f s)", oclgrind / small.seconds, oclgrind, small.seconds);
    sample one = matmul("cl", 1024, 1, runs);
    row("matmul.cl, n = 1024: 1 host thread's time / 2's", ">= 1.8", one.seconds >= 1.8 * two.seconds,
        "%.2f (%.2f s / %.2f s)", one.seconds / two.seconds, one.seconds, two.seconds);
    printf("  PoCL ran on:%s\n", device);
}

#define SAXPY                                                                                                          \
    "bench/kernels/saxpy.cu -k saxpy --grid %d --block 256 -a n:i32=%d -a a:f32=2 -a x:f32[%d]=1 -a y:f32[%d]=0 -j %d"

/* Time per element from 2^20 to 2^26 elements; memory at the largest. */
static void bench_size(void)
{
    double cost[4], sorted[4], worst = 0;
    sample s = {0};
    long long n = 0;
    char list[128] = "";
    for (int k = 0; k < 4; k++) {
        n = 1ll << (20 + 2 * k);
        s = explain(runs, SAXPY, (int)(n / 256), (int)n, (int)n, (int)n, 1);
        cost[k] = sorted[k] = s.seconds / (double)n * 1e9;
        snprintf(list + strlen(list), sizeof list - strlen(list), " %.2f", cost[k]);
    }
    double middle = median(sorted, 4);
    for (int k = 0; k < 4; k++)
        worst = fmax(worst, fabs(cost[k] / middle - 1) * 100);
    row("saxpy, 2^20 to 2^26: deviation of ns/element", "<= 15 %", worst <= 15, "%.1f %%", worst);
    printf("  ns/element:%s\n", list);
    double extra = s.peak_kib / 1024 - 2.0 * 4 * (double)n / 1048576;
    row("saxpy, 2^26: resident memory above the buffers", "<= 64 MiB", extra <= 64, "%.1f MiB", extra);
}

/* Seconds of the whole of `explain`, compiled before. */
static double whole_seconds(const char *format, ...) __attribute__((format(printf, 1, 2)));
static double whole_seconds(const char *format, ...)
{
    char words[1024];
    double seconds[MAX_RUNS];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    explain(1, "%s", words);
    for (int k = 0; k < runs; k++) {
        double started = seconds_now();
        explain(1, "%s", words);
        seconds[k] = seconds_now() - started;
    }
    return median(seconds, runs);
}

static void whole_row(const char *what, double seconds)
{
    row(what, "< 2 s", seconds < 2, "%.2f s", seconds);
}

/* The model of time: the replay by itself, and `explain` with a verdict of kernels of a million threads. */
static void bench_estimate(void)
{
    enum { THREADS = 1 << 20, N = 1 << 10 };
    double speeds[MAX_RUNS];
    estimates = true;
    for (int k = 0; k < runs; k++)
        speeds[k] = replay_speed() / 1e6;
    double speed = median(speeds, runs);
    row("a multiprocessor replayed, warp-instructions", ">= 2 M/s", speed >= 2, "%.1f M/s", speed);
    whole_row("explain saxpy, 2^20 threads, 2 cores, all of it",
              whole_seconds(SAXPY, THREADS / 256, THREADS, THREADS, THREADS, 2));
    whole_row("explain matmul.cu, n = 1024, 2^20 threads",
              whole_seconds(MATMUL, "cu", N / 16, N / 16, N, N * N, N * N, N * N, 2));
}

/* Processor time of a command on a rung, at its test sizes; and the most memory it had. */
static double rung_seconds(const char *verb, const char *rung, long *peak_kib)
{
    const char *const check[] = {warpgrind, "check", rung, "-q", NULL};
    const char *const count[] = {warpgrind, "explain", rung, "-j1", "--no-estimate", "--all-blocks", "-q", NULL};
    double seconds[MAX_RUNS];
    for (int k = 0; k < runs; k++) {
        command_result result = command_run(*verb == 'c' ? check : count);
        if (result.status != 0)
            die(verb, rung);
        seconds[k] = result.cpu;
        *peak_kib = result.peak_kib;
        free(result.output);
    }
    return median(seconds, runs);
}

static void bench_check(void)
{
    static const char *const rungs[] = {"matmul/naive", "matmul/tiled", "matmul/async", "transpose/padded",
                                        "reduce/sequential"};
    for (size_t k = 0; k < sizeof rungs / sizeof *rungs; k++) {
        char what[64];
        long memory, plain_memory;
        double plain = rung_seconds("explain", rungs[k], &plain_memory),
               checked = rung_seconds("check", rungs[k], &memory);
        snprintf(what, sizeof what, "check %s: CPU time / explain's, 1 core", rungs[k]);
        row(what, "<= 6", checked <= 6 * plain, "%.1f (%.2f s / %.2f s), %.0f MiB more", checked / plain, checked,
            plain, (double)(memory - plain_memory) / 1024);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: bench WARPGRIND [RUNS]\n");
        return 2;
    }
    warpgrind = argv[1];
    if (argc == 3)
        runs = atoi(argv[2]);
    if (runs < 1 || runs > MAX_RUNS)
        die(argv[2], "from 1 to 31 runs");
    const char *slash = strrchr(argv[0], '/');
    snprintf(opencl_matmul, sizeof opencl_matmul, "%.*sopencl_matmul", slash ? (int)(slash + 1 - argv[0]) : 0, argv[0]);
    /* Two cores for PoCL on a larger machine too; the name of the setting changed between its releases. */
    setenv("POCL_MAX_PTHREAD_COUNT", "2", 1);
    setenv("POCL_CPU_MAX_CU_COUNT", "2", 1);

    printf("median of %d runs, counters on, %ld host cores\n", runs, sysconf(_SC_NPROCESSORS_ONLN));
    double load;
    if (getloadavg(&load, 1) == 1 && load > 0.5)
        printf("the machine is not idle (load average %.1f): expect lower numbers\n", load);
    printf("%-48s %-22s %s\n", "what", "goal", "got");
    bench_speed();
    bench_peers();
    bench_size();
    bench_estimate();
    bench_check();
    printf("%d of %d goals met\n", rows_met, rows);
    return 0;
}
