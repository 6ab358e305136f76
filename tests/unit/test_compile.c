/* SPDX-License-Identifier: Apache-2.0 */
/* Sources to PTX. A test that needs a compiler which is not installed is skipped. Runs in the repository's root. */
#include "base/file.h"
#include "base/text.h"
#include "compile/clang.h"
#include "compile/compile.h"
#include "compile/macros.h"
#include "compile/ptxas.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static wg_error error;
static wg_compiled result;

static wg_status compile(const char *path, const wg_compile_options *options)
{
    error = (wg_error){0};
    return wg_compile(path, options, &result, &error);
}

static void release(void)
{
    wg_compiled_free(&result);
}

/* Compiles, or skips the test when the compiler is not there; anything else fails the test with its message. */
static void compile_or_skip(const char *path, const wg_compile_options *options)
{
    wg_status status = compile(path, options);
    if (status == WG_ERR_NO_COMPILER)
        skip();
    if (status != WG_OK)
        fail_msg("%s: %s", path, error.text);
}

static bool has(const char *text)
{
    return result.ptx && strstr(result.ptx, text) != NULL;
}

static bool says(const char *text)
{
    return strstr(error.text, text) != NULL;
}

/* Whether one entry of the PTX, and only one, is what `name` means. */
static bool has_kernel(const char *name)
{
    int found = 0;
    for (const char *at = result.ptx; (at = strstr(at, ".entry ")) != NULL;) {
        at += strlen(".entry ");
        char *symbol = strndup(at, strcspn(at, "( \n"));
        found += wg_compile_name_matches(symbol, name);
        free(symbol);
    }
    return found == 1;
}

/* A folder of a test's own, which is also its cache; removed file by file at the end. */
static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/wg-test-compile-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    return setenv("WARPGRIND_CACHE", folder, 1);
}

static void empty_folder(const char *path)
{
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        char inside[512];
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        struct stat info;
        if (lstat(inside, &info) == 0 && S_ISDIR(info.st_mode)) {
            empty_folder(inside);
            rmdir(inside);
        } else {
            unlink(inside);
        }
    }
    if (directory)
        closedir(directory);
}

static int remove_folder(void **state)
{
    (void)state;
    empty_folder(folder);
    rmdir(folder);
    return 0;
}

/* Environment variables that hide every compiler, and bring them back. */
static const char *const HIDING[] = {"PATH", "WARPGRIND_NVRTC", "WARPGRIND_NVCC", "WARPGRIND_CLANG",
                                     "WARPGRIND_LIBCLC"};
static char *kept[COUNT(HIDING)];

static int hide_compilers(void **state)
{
    make_folder(state);
    for (size_t i = 0; i < COUNT(HIDING); i++) {
        kept[i] = getenv(HIDING[i]) ? strdup(getenv(HIDING[i])) : NULL;
        setenv(HIDING[i], "/nonexistent", 1);
    }
    return 0;
}

static int show_compilers(void **state)
{
    for (size_t i = 0; i < COUNT(HIDING); i++) {
        if (kept[i])
            setenv(HIDING[i], kept[i], 1);
        else
            unsetenv(HIDING[i]);
        free(kept[i]);
    }
    return remove_folder(state);
}

static void names_are_demangled(void **state)
{
    static const struct {
        const char *symbol, *name;
    } samples[] = {
        {"saxpy", "saxpy"},
        {"_Z5saxpyifPfS_", "saxpy"},
        {"_ZN2ns1kILi1EEEvPf", "ns::k<1>"},
        {"_Z9transposeILi1EEvPfPKf", "transpose<1>"},
        {"_Z1kIfLi4EEvPT_", "k<float, 4>"},
        {"_ZN2ns4deep4bothILb1ELj8EEEvPi", "ns::deep::both<true, 8>"},
        {"_Z1kILin3EEvv", "k<-3>"},
        {"_Z1kILc97EEvv", "k<(char)97>"},
        {"_ZN2ns2enILNS_5ColorE1EEEvv", "ns::en<(ns::Color)1>"},
        {"_ZL6hiddenPf", "hidden"},
        {"_ZN12_GLOBAL__N_17unnamedEPf", "(anonymous namespace)::unnamed"},
        {"_ZN36_GLOBAL__N__1133bf29_4_t_cu_38f32e162anEPf", "(anonymous namespace)::an"},
        {"_Z3twoIPKfPKPfEvT_T0_", "two<const float*, float* const*>"},
        {"_Z3twoIPA4_fPFviPKfEEvT_T0_", "two<float (*) [4], void (*)(int, const float*)>"},
        {"_Z3twoIPVixEvT_T0_", "two<volatile int*, long long>"},
        {"_Z3twoIPPA3_A5_iiEvT_T0_", "two<int (**) [3][5], int>"},
        {"_Z3twoIN2ns1VIfLi3EEENS1_IS2_Li4EEEEvT_T0_", "two<ns::V<float, 3>, ns::V<ns::V<float, 3>, 4>>"},
        {"_Z3twoISt7complexIfES0_IdEEvT_T0_", "two<std::complex<float>, std::complex<double>>"},
        {"_Z3twoIN2ns1SEPS1_EvT_T0_", "two<ns::S, ns::S*>"},
        {"_Z3twoI6__halfS0_EvPT_PT0_", "two<__half, __half>"},
        {"_ZN2ns1pIJifPKcEEEvDpT_", "ns::p<int, float, const char*>"},
        {"_ZN2ns2ttINS_1VEEEvv", "ns::tt<ns::V>"},
        {"_ZN2ns2fnIXadL_Z2cbifEEEEvv", "ns::fn<&cb>"},
        {"_ZN2ns2fnIXadL_Z3tcbIiET_S2_EEEEvv", "ns::fn<&tcb<int>>"},
        {"_ZN2ns3lamIZ6driveriEUlvE0_EEvT_", "ns::lam<driver::{lambda()#2}>"},
        {"_Z3twoIDnDhEvT_T0_", "two<std::nullptr_t, _Float16>"},
        {"_ZN3cub11EmptyKernelIvEEvv", "cub::EmptyKernel<void>"},
        {"_Z1kIbEvPT_", "k<bool>"},
        /* Not understood, damaged or hostile: as they are. */
        {"_Z", "_Z"},
        {"_ZN2ns", "_ZN2ns"},
        {"_Z99short", "_Z99short"},
        {"_Z1kIS5_Evv", "_Z1kIS5_Evv"},
        {"_Z1kIXsrT_5valueEEvv", "_Z1kIXsrT_5valueEEvv"},
        {"_Z1kI", "_Z1kI"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++) {
        char *name = wg_compile_source_name(samples[i].symbol);
        assert_string_equal(name, samples[i].name);
        free(name);
    }
}

/* A symbol made to nest without end must end in an answer, not in a crash. */
static void deep_symbols_are_refused(void **state)
{
    (void)state;
    char symbol[20000] = "_Z1kI";
    memset(symbol + 5, 'P', sizeof symbol - 6);
    char *name = wg_compile_source_name(symbol);
    assert_string_equal(name, symbol);
    free(name);
}

static void names_are_matched(void **state)
{
    static const struct {
        const char *symbol, *name;
        bool matches;
    } samples[] = {
        {"_ZN2ns1kILi1EEEvPf", "_ZN2ns1kILi1EEEvPf", true},
        {"_ZN2ns1kILi1EEEvPf", "ns::k<1>", true},
        {"_ZN2ns1kILi1EEEvPf", "::ns::k< 1 >", true},
        {"_ZN2ns1kILi1EEEvPf", "k<1>", true},
        {"_ZN2ns1kILi1EEEvPf", "ns::k", true},
        {"_ZN2ns1kILi1EEEvPf", "k", true},
        {"_ZN2ns1kILi1EEEvPf", "k<2>", false},
        {"_ZN2ns1kILi1EEEvPf", "other::k<1>", false},
        {"_ZN2ns1kILi1EEEvPf", "s::k<1>", false},
        {"_ZN2ns1kILi1EEEvPf", "", false},
        {"_Z1kILj256EEvPf", "k<256u>", true},
        {"_Z1kILj256EEvPf", "k<(unsigned int)256>", true},
        {"_Z1kILj256EEvPf", "k<0x100>", true},
        {"_Z1kILj256EEvPf", "k<25>", false},
        {"_Z1kILb1EEvPf", "k<true>", true},
        {"_Z1kILb1EEvPf", "k<false>", false},
        {"_Z1kILc97EEvPf", "k<'a'>", true},
        {"_Z1kIjEvPT_", "k<unsigned>", true},
        {"_Z1kIjEvPT_", "k<unsigned int>", true},
        {"_Z1kIhEvPT_", "k<unsigned char>", true},
        {"_Z1kIfLi256EEvPT_", "k<float>", true},
        {"_Z1kIfLi256EEvPT_", "k<float,256>", true},
        {"_Z1kIfLi256EEvPT_", "k<flo>", false},
        {"_ZN36_GLOBAL__N__1133bf29_4_t_cu_38f32e162anEPf", "an", true},
        {"_Z3twoIN2ns1VIfLi3EEEiEvT_T0_", "V<float, 3>", false},
        {"saxpy", "saxpy", true},
        {"saxpy", "sax", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++)
        if (wg_compile_name_matches(samples[i].symbol, samples[i].name) != samples[i].matches)
            fail_msg("%s and %s", samples[i].symbol, samples[i].name);
}

static void ptx_is_taken_as_it_is(void **state)
{
    (void)state;
    assert_int_equal(compile("tests/compile/by_content.txt", &(wg_compile_options){0}), WG_OK);
    assert_true(has("from_content"));
    assert_string_equal(result.compiler, "ptx");
    assert_int_equal(result.length, strlen(result.ptx));
    release();
}

static void wrong_input_is_explained(void **state)
{
    (void)state;
    wg_compile_options none = {0}, wrong = {.with = "gcc"};
    assert_int_equal(compile("tests/compile/absent.cu", &none), WG_ERR_MISSING);
    assert_true(says("tests/compile/absent.cu"));
    assert_int_equal(compile("tests/compile", &none), WG_ERR_INPUT);
    assert_int_equal(compile("tests/compile/twice.h", &none), WG_ERR_INPUT);
    assert_true(says(".cu") && says(".cl") && says(".ptx"));
    assert_int_equal(compile("tests/compile/names.cu", &wrong), WG_ERR_INPUT);
    assert_true(says("nvrtc, nvcc and clang"));
    wrong.with = "nvcc";
    assert_int_equal(compile("tests/compile/scale.cl", &wrong), WG_ERR_INPUT);
    assert_true(says("clang"));
    assert_null(result.ptx);
}

static void a_missing_compiler_says_what_to_install(void **state)
{
    (void)state;
    assert_int_equal(compile("tests/compile/names.cu", &(wg_compile_options){0}), WG_ERR_NO_COMPILER);
    assert_true(says("CUDA C") && says("NVRTC") && says("nvcc") && says("apt install clang"));
    assert_int_equal(compile("tests/compile/names.cu", &(wg_compile_options){.with = "nvcc"}), WG_ERR_NO_COMPILER);
    assert_true(says("nvcc") && !says("NVRTC"));
    assert_int_equal(compile("tests/compile/scale.cl", &(wg_compile_options){0}), WG_ERR_NO_COMPILER);
    assert_true(says("OpenCL C") && says("libclc"));
    char text[2048];
    wg_compile_describe(text, sizeof text);
    assert_non_null(strstr(text, "not found"));
    wg_compile_describe(text, 10); /* cut, terminated */
    assert_true(strlen(text) < 10);
}

static const char *const CUDA_COMPILERS[] = {"nvrtc", "nvcc", "clang"};

/* The test functions below run once for each compiler, whose name is in *state. */
static void kernels_are_found_by_name(void **state)
{
    static const char *const names[] = {
        "transpose<1>",
        "k<float, 4>",
        "ns::k<int>",
        "ns::deep::both<true, 8>",
        "unnamed_template<3>",
        "ns::plain",
        "ns::k<float>",
        "hidden",
        "unnamed",
        "c_linkage",
    };
    for (size_t i = 0; i < COUNT(names); i++) {
        compile_or_skip("tests/compile/names.cu", &(wg_compile_options){.with = *state, .kernel = names[i]});
        if (!has_kernel(names[i]))
            fail_msg("%s made no kernel %s", result.compiler, names[i]);
        release();
    }
}

static void an_impossible_instantiation_is_explained(void **state)
{
    wg_compile_options options = {.with = *state, .kernel = "absent<1>"};
    wg_status status = compile("tests/compile/names.cu", &options);
    if (status == WG_ERR_NO_COMPILER)
        skip();
    assert_int_equal(status, WG_ERR_INPUT);
    assert_true(says("absent"));
}

static void flags_pass_through(void **state)
{
    const char *joined[] = {"-DFACTOR=234", "-Itests/compile/include"};
    const char *apart[] = {"-D", "FACTOR=234", "-I", "tests/compile/include", "-std=c++17"};
    const char *included[] = {"-DFACTOR=234", "-include", "tests/compile/include/offset.h", "-Itests/compile/include"};
    const struct {
        const char **flags;
        size_t count;
    } ways[] = {{joined, COUNT(joined)}, {apart, COUNT(apart)}, {included, COUNT(included)}};
    for (size_t i = 0; i < COUNT(ways); i++) {
        compile_or_skip("tests/compile/flags.cu",
                        &(wg_compile_options){.with = *state, .flags = ways[i].flags, .flag_count = ways[i].count});
        assert_true(has("1234"));
        release();
    }
}

static void lines_lead_to_the_source(void **state)
{
    compile_or_skip("tests/compile/names.cu", &(wg_compile_options){.with = *state, .kernel = "transpose<1>"});
    char *path = realpath("tests/compile/names.cu", NULL);
    assert_true(has(path));
    assert_true(has(".loc"));
    free(path);
    release();
}

static void errors_arrive_word_for_word(void **state)
{
    wg_status status = compile("tests/compile/broken.cu", &(wg_compile_options){.with = *state});
    if (status == WG_ERR_NO_COMPILER)
        skip();
    assert_int_equal(status, WG_ERR_INPUT);
    assert_true(says("could not compile it"));
    assert_true(says("undeclared_name"));
    assert_true(says("broken.cu"));
}

static void a_whole_program_compiles(void **state)
{
    const char *with = *state;
    if (with && !strcmp(with, "nvrtc")) { /* which is not expected to take it */
        wg_status status = compile("tests/compile/program.cu", &(wg_compile_options){.with = with});
        assert_int_not_equal(status, WG_OK);
        return;
    }
    compile_or_skip("tests/compile/program.cu", &(wg_compile_options){.with = with});
    assert_true(has_kernel("scale<float>"));
    release();
    compile_or_skip("tests/compile/program.cu", &(wg_compile_options){.with = with, .kernel = "scale<double>"});
    assert_true(has_kernel("scale<double>"));
    release();
}

static void long_messages_are_kept_in_a_file(void **state)
{
    char path[128];
    wg_text text = {0};
    for (int i = 0; i < 100; i++)
        wg_text_addf(&text, "__global__ void k%d(int *p) { *p = a_name_that_nobody_declared_%d; }\n", i, i);
    snprintf(path, sizeof path, "%s/long.cu", folder);
    assert_int_equal(wg_file_write(path, text.bytes, text.length, NULL), WG_OK);
    wg_text_free(&text);
    wg_status status = compile(path, &(wg_compile_options){.with = *state});
    if (status == WG_ERR_NO_COMPILER)
        skip();
    assert_int_equal(status, WG_ERR_INPUT);
    assert_true(says("a_name_that_nobody_declared_0"));
    assert_true(says("compiler-messages.txt"));
    assert_true(strlen(error.text) < sizeof error.text);
}

static void write_text(const char *path, const char *text)
{
    assert_int_equal(wg_file_write(path, text, strlen(text), NULL), WG_OK);
}

static void results_are_cached_by_content(void **state)
{
    char source[128], header[128];
    snprintf(source, sizeof source, "%s/cached.cu", folder);
    snprintf(header, sizeof header, "%s/value.h", folder);
    write_text(source, "#include \"value.h\"\nextern \"C\" __global__ void k(int *p) { *p = VALUE; }\n");
    write_text(header, "#define VALUE 111111\n");
    wg_compile_options options = {.with = *state};

    compile_or_skip(source, &options);
    assert_false(result.cached);
    release();
    compile_or_skip(source, &options);
    assert_true(result.cached && has("111111"));
    assert_non_null(strstr(result.compiler, *state));
    assert_non_null(strstr(result.compiler, "(cached)"));
    release();

    write_text(header, "#define VALUE 222222\n"); /* the same size, moments later */
    compile_or_skip(source, &options);
    assert_true(!result.cached && has("222222"));
    release();

    const char *flag = "-DUNUSED";
    options.flags = &flag, options.flag_count = 1;
    compile_or_skip(source, &options);
    assert_false(result.cached);
    release();
    options.no_cache = true;
    compile_or_skip(source, &options);
    assert_false(result.cached);
    release();
}

/* Host code for a CUDA of long ago: only its kernels matter. */
static void removed_host_functions_do_not_matter(void **state)
{
    if (*state == CUDA_COMPILERS[0])
        skip(); /* NVRTC takes no host code */
    char source[128];
    snprintf(source, sizeof source, "%s/old.cu", folder);
    write_text(source, "__global__ void k(int *p) { *p = 1; }\n"
                       "int main() {\n"
                       "    cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0); k<<<1, 1>>>(nullptr);\n"
                       "    cudaThreadSynchronize(); cudaThreadExit(); return prop.clockRate + prop.deviceOverlap;\n"
                       "}\n");
    compile_or_skip(source, &(wg_compile_options){.with = *state});
    assert_true(has("_Z1kPi"));
    release();
}

static void instances_of_templates_are_cached(void **state)
{
    char source[128];
    snprintf(source, sizeof source, "%s/instances.cu", folder);
    write_text(source, "template <class T, int N> __global__ void k(T *p) { *p = N; }\n");
    for (int n = 0; n < 4; n++) {
        compile_or_skip(source, &(wg_compile_options){.with = *state, .kernel = n % 2 ? "k<int, 7>" : "k<float, 7>"});
        assert_int_equal(result.cached, n >= 2);
        release();
    }
}

/* Overwrites the end of every entry in the cache. */
static void damage_cache(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s/ptx", folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        snprintf(path, sizeof path, "%s/ptx/%s", folder, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "r+b");
        if (!file)
            continue;
        fseek(file, -10, SEEK_END);
        fputs("damaged", file);
        fclose(file);
    }
    closedir(directory);
}

static void a_damaged_entry_is_a_miss(void **state)
{
    wg_compile_options options = {.with = *state};
    compile_or_skip("tests/compile/names.cu", &options);
    release();
    damage_cache();
    compile_or_skip("tests/compile/names.cu", &options);
    assert_false(result.cached || has("damaged"));
    release();
    compile_or_skip("tests/compile/names.cu", &options);
    assert_true(result.cached);
    release();
}

/* A program in the place of ptxas that keeps a tally of how often it is asked for a kernel. */
static void make_ptxas(const char *path, int registers)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "#!/bin/sh\n"
            "if [ \"$1\" = --version ]; then echo 'release 13.0, V13.0.88'; exit; fi\n"
            "echo asked >>%s/asked\n"
            "[ \"$5\" = bad ] && { echo 'no such kernel'; exit 1; }\n"
            "echo \"ptxas info    : Compiling entry function '$5' for '$3'\"\n"
            "echo 'ptxas info    : Used %d registers, used 1 barriers, 16 bytes smem'\n",
            folder, registers);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
    setenv("WARPGRIND_PTXAS", path, 1);
}

static long times_asked(void)
{
    char path[512];
    struct stat info;
    snprintf(path, sizeof path, "%s/asked", folder);
    return stat(path, &info) == 0 ? (long)info.st_size / (long)strlen("asked\n") : 0;
}

static wg_status ask_ptxas(const char *ptx, const char *entry, const char *arch, bool no_cache, int registers)
{
    const wg_ptxas_question question = {
        .ptx = ptx, .length = strlen(ptx), .entry = entry, .arch = arch, .no_cache = no_cache};
    wg_ptxas_report report;
    wg_error err = {0};
    wg_status status = wg_ptxas_ask(&question, &report, &err);
    if (status == WG_OK) {
        assert_int_equal(report.registers, registers);
        assert_int_equal(report.barriers, 1);
        assert_int_equal(report.shared, 16);
        assert_string_equal(report.version, "13.0");
        assert_string_equal(report.arch, arch);
    }
    return status;
}

static void words_of_ptxas_are_cached(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/ptxas", folder);
    make_ptxas(path, 40);
    for (int n = 0; n < 2; n++) {
        assert_int_equal(ask_ptxas("text", "k", "sm_90", false, 40), WG_OK);
        assert_int_equal(times_asked(), 1);
    }
    assert_int_equal(ask_ptxas("text", "k", "sm_90", true, 40), WG_OK); /* --no-cache */
    assert_int_equal(times_asked(), 2);
    assert_int_equal(ask_ptxas("other text", "k", "sm_90", false, 40), WG_OK);
    assert_int_equal(ask_ptxas("text", "other", "sm_90", false, 40), WG_OK);
    assert_int_equal(ask_ptxas("text", "k", "sm_80", false, 40), WG_OK);
    assert_int_equal(times_asked(), 5);
    damage_cache();
    assert_int_equal(ask_ptxas("text", "k", "sm_90", false, 40), WG_OK);
    assert_int_equal(times_asked(), 6);
    make_ptxas(path, 128); /* another one: it is larger */
    assert_int_equal(ask_ptxas("text", "k", "sm_90", false, 128), WG_OK);
    assert_int_equal(times_asked(), 7);
    for (int n = 0; n < 2; n++) /* a refusal is not kept */
        assert_int_equal(ask_ptxas("text", "bad", "sm_90", false, 0), WG_ERR_INPUT);
    assert_int_equal(times_asked(), 9);
    unsetenv("WARPGRIND_PTXAS");
}

static void no_cache_folder_is_no_obstacle(void **state)
{
    setenv("WARPGRIND_CACHE", "/proc/nowhere", 1);
    wg_status status = compile("tests/compile/names.cu", &(wg_compile_options){.with = *state});
    setenv("WARPGRIND_CACHE", folder, 1);
    if (status == WG_ERR_NO_COMPILER)
        skip();
    assert_int_equal(status, WG_OK);
    release();
}

static void opencl_compiles(void **state)
{
    (void)state;
    const char *flags[] = {"-DFACTOR=1.5f", "-cl-std=CL1.1"};
    compile_or_skip("tests/compile/scale.cl", &(wg_compile_options){.flags = flags, .flag_count = COUNT(flags)});
    assert_true(has(".entry scale"));
    assert_true(has("0f3FC00000")); /* 1.5 */
    assert_true(has(".loc") && has("tests/compile/scale.cl\""));
    release();
}

/* Atomics of 64 bits, which libclc lacks; OpenCL 2.0, where asked for and where needed. */
static void opencl_has_what_libclc_lacks(void **state)
{
    (void)state;
    char source[128];
    const char *flag;
    wg_compile_options options = {.flags = &flag};
    snprintf(source, sizeof source, "%s/lacks.cl", folder);
    write_text(source, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                       "kernel void k(global ulong *p, local long *q) {\n"
                       "    atom_add(p, 5ul); atom_cmpxchg(p, 1ul, 2ul); atom_max(q, 3l); atom_dec(q); }\n");
    compile_or_skip(source, &options);
    assert_true(has("atom.global.add.u64") && has("atom.global.cas.b64") && has("atom.shared.max.s64"));
    assert_false(has("call"));
    release();
    write_text(source,
               "global int counts[4];\nkernel void k(global int *p) { p[0] = counts[get_local_linear_id()]; }\n");
    compile_or_skip(source, &options);
    assert_true(has(".global") && has("counts[16]"));
    release();
    options.flag_count = 1;
    flag = "-std=CL2.0";
    compile_or_skip(source, &options);
    release();
    flag = "-std=CL1.2";
    assert_int_equal(compile(source, &options), WG_ERR_INPUT);
    assert_true(says("constant address space"));
    release();
}

static void the_device_headers_suffice(void **state)
{
    (void)state;
    compile_or_skip("tests/compile/device.cu", &(wg_compile_options){.with = "clang"});
    static const char *const expected[] = {
        "atom.shared.add.f32",
        "atom.global.add.f32",
        "shfl.sync.down",
        "vote.sync.ballot",
        "ld.global.nc",
        "bar.sync",
        "redux.sync.add",
        "tex.2d.v4.f32.f32",
        "fma.rn.f16x2",
        "vprintf",
        ".maxntid",
        "ex2.approx",
    };
    for (size_t i = 0; i < COUNT(expected); i++)
        if (!has(expected[i]))
            fail_msg("no %s in what %s made", expected[i], result.compiler);
    release();
    const char *flags[] = {"--use_fast_math", "-std=c++14"};
    compile_or_skip("tests/compile/device.cu",
                    &(wg_compile_options){.with = "clang", .flags = flags, .flag_count = COUNT(flags)});
    release();
}

/* The same functions, compiled for this machine and run here. */
/* A name that a shell, make or a compiler could take for something else; what it includes lies beside it. */
static void odd_names_lead_to_the_source(void **state)
{
    static const char *const flags[] = {"-DFACTOR=2", "-DUNUSED=`touch executed`$(touch executed)",
                                        "-DADD(a, b)=((a)+(b))"};
    static const char source[] = "#include \"beside it.h\"\n__global__ void k(float *o)\n{\n"
                                 "    o[threadIdx.x] = ADD(FACTOR, BESIDE);\n}\n";
    const wg_compile_options options = {.with = *state, .flags = flags, .flag_count = COUNT(flags)};
    char path[256], header[256];
    snprintf(path, sizeof path, "%s/it's `touch executed` $(touch executed) & (b).cu", folder);
    snprintf(header, sizeof header, "%s/beside it.h", folder);
    wg_file_write(path, source, strlen(source), NULL);
    wg_file_write(header, "#define BESIDE 40\n", 18, NULL);
    compile_or_skip(path, &options);
    assert_true(has_kernel("k"));
    assert_true(has("it's `touch executed` $(touch executed) & (b).cu\""));
    assert_true(has("0f42280000") || has("1109917696")); /* 42 as a float, or as its bits */
    assert_false(wg_file_exists("executed"));
    release();
}

static void macros_need_names(void **state)
{
    static const struct {
        const char *flag, *says;
    } macros[] = {
        {"-DA B=1", "the macro A B=1: a name has letters"},
        {"-D1A", "the macro 1A: a name"},
        {"-DA(b", "the macro A(b: a name"},
        {"-DA(\")=1", "the macro A(\")=1: a name"},
        {"-UA=1", "the macro A=1: a name"},
        {"-DA=1\n#include <x>", "the macro A: its value is more than one line"},
    };
    (void)state;
    for (size_t k = 0; k < COUNT(macros); k++) {
        const wg_compile_options options = {.flags = &macros[k].flag, .flag_count = 1};
        assert_int_equal(compile("tests/compile/names.cu", &options), WG_ERR_INPUT);
        if (!says(macros[k].says))
            fail_msg("expected '%s' in: %s", macros[k].says, error.text);
    }
    const char *const flags[] = {"-DA", "-DB=x\\", "-I.", "-UC", "-DF(a)=a=a"};
    wg_text text = {0};
    assert_int_equal(wg_macros_check("f", flags, COUNT(flags), &error), WG_OK);
    wg_macros_write(flags, COUNT(flags), &text);
    assert_string_equal(text.bytes, "#undef A\n#define A 1\n\n#undef B\n#define B x\\\n\n#undef C\n"
                                    "#undef F\n#define F(a) a=a\n\n");
    wg_text_free(&text);
}

static void the_math_functions_are_accurate(void **state)
{
    (void)state;
    wg_arena arena = {0};
    const char *clang = wg_clang_find(&arena);
    if (!clang) {
        wg_arena_free(&arena);
        skip();
    }
    const char *program = wg_arena_format(&arena, "%s/math", folder), *log = wg_arena_format(&arena, "%s/log", folder);
    wg_command build = {0}, run = {0};
    wg_command_add(&build, clang);
    wg_command_add_words(&build, &arena,
                         "-x c++ -std=c++17 -O2 -Isrc/compile/device tests/compile/math_accuracy.cpp -lm -o");
    wg_command_add(&build, program);
    wg_command_add(&run, program);
    int built = 1, ran = 1;
    char *text = NULL;
    size_t length;
    wg_command_run(&build, log, &built, NULL);
    if (built == 0)
        wg_command_run(&run, log, &ran, NULL);
    wg_file_read(log, &text, &length, NULL);
    if (built != 0 || ran != 0)
        print_message("%s\n", text ? text : "");
    free(text);
    wg_command_free(&build);
    wg_command_free(&run);
    wg_arena_free(&arena);
    if (built != 0)
        skip(); /* a clang that cannot link for this machine */
    assert_int_equal(ran, 0);
}

#define FOR_ALONE(test)                                                                                                \
    {                                                                                                                  \
#test, test, make_folder, remove_folder, NULL                                                                  \
    }
#define FOR_EACH_COMPILER(test)                                                                                        \
    {#test " (nvrtc)", test, make_folder, remove_folder, (void *)CUDA_COMPILERS[0]},                                   \
        {#test " (nvcc)", test, make_folder, remove_folder, (void *)CUDA_COMPILERS[1]},                                \
    {                                                                                                                  \
#test " (clang)", test, make_folder, remove_folder, (void *)CUDA_COMPILERS[2]                                  \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_demangled),
        cmocka_unit_test(deep_symbols_are_refused),
        cmocka_unit_test(names_are_matched),
        FOR_ALONE(ptx_is_taken_as_it_is),
        FOR_ALONE(wrong_input_is_explained),
        cmocka_unit_test_setup_teardown(a_missing_compiler_says_what_to_install, hide_compilers, show_compilers),
        FOR_EACH_COMPILER(kernels_are_found_by_name),
        FOR_EACH_COMPILER(an_impossible_instantiation_is_explained),
        FOR_EACH_COMPILER(flags_pass_through),
        FOR_EACH_COMPILER(lines_lead_to_the_source),
        FOR_EACH_COMPILER(errors_arrive_word_for_word),
        FOR_EACH_COMPILER(a_whole_program_compiles),
        FOR_ALONE(a_whole_program_compiles),
        FOR_EACH_COMPILER(long_messages_are_kept_in_a_file),
        FOR_EACH_COMPILER(results_are_cached_by_content),
        FOR_EACH_COMPILER(instances_of_templates_are_cached),
        FOR_EACH_COMPILER(removed_host_functions_do_not_matter),
        FOR_EACH_COMPILER(a_damaged_entry_is_a_miss),
        FOR_EACH_COMPILER(no_cache_folder_is_no_obstacle),
        FOR_ALONE(words_of_ptxas_are_cached),
        FOR_EACH_COMPILER(odd_names_lead_to_the_source),
        cmocka_unit_test(macros_need_names),
        FOR_ALONE(opencl_compiles),
        FOR_ALONE(opencl_has_what_libclc_lacks),
        FOR_ALONE(the_device_headers_suffice),
        FOR_ALONE(the_math_functions_are_accurate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
