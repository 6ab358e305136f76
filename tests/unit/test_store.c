/* SPDX-License-Identifier: Apache-2.0 */
/* The cache folder: whom it is used by, what is found in it, and what is thrown away. */
#include "base/file.h"
#include "base/store.h"
#include "base/text.h"
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char ENTRY[] = "host-0123456789abcdef.so";

/* A cache of the test's own, with one entry; its path. */
static const char *begin(const char *name)
{
    static char path[1024];
    setenv("WARPGRIND_CACHE", scratch_path(name), 1);
    char *folder = wg_store_folder();
    assert_non_null(folder);
    snprintf(path, sizeof path, "%s/%s", folder, ENTRY);
    free(folder);
    assert_int_equal(wg_store_write(path, "some bytes", 10, NULL), WG_OK);
    return path;
}

static bool is_found(const char *path)
{
    char *bytes = NULL;
    size_t length;
    bool found = wg_store_read(path, &bytes, &length);
    if (found) {
        assert_int_equal(length, 10);
        assert_string_equal(bytes, "some bytes");
    }
    free(bytes);
    return found;
}

static void what_is_written_is_found(void **state)
{
    (void)state;
    const char *path = begin("plain");
    struct stat info;
    assert_true(is_found(path));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(stat(scratch_path("plain"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
}

static void damage_is_noticed(void **state)
{
    (void)state;
    const char *path = begin("damage");
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    for (off_t at = 0; at < info.st_size; at++) { /* any byte that is another one, any length that is less */
        int file = open(path, O_RDWR);
        assert_int_equal(pwrite(file, "\xff", 1, at), 1);
        assert_false(is_found(path));
        assert_int_equal(wg_store_write(path, "some bytes", 10, NULL), WG_OK);
        close(file);
        assert_int_equal(truncate(path, at), 0);
        assert_false(is_found(path));
        assert_int_equal(wg_store_write(path, "some bytes", 10, NULL), WG_OK);
        assert_true(is_found(path));
    }
    FILE *longer = fopen(path, "ab");
    fputs("more", longer);
    fclose(longer);
    assert_false(is_found(path));
}

static void an_entry_is_nothing_under_another_name(void **state)
{
    (void)state;
    char other[1024];
    const char *path = begin("renamed");
    snprintf(other, sizeof other, "%.*s/host-fedcba9876543210.so", (int)(strrchr(path, '/') - path), path);
    assert_int_equal(rename(path, other), 0);
    assert_false(is_found(other));
    assert_int_equal(symlink(other, path), 0);
    assert_false(is_found(path));
}

static void entries_that_others_may_change_are_not_used(void **state)
{
    (void)state;
    const char *path = begin("entry_rights");
    const mode_t bad[] = {0620, 0602, 0666};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(chmod(path, bad[k]), 0);
        assert_false(is_found(path));
    }
    assert_int_equal(chmod(path, 0644), 0);
    assert_true(is_found(path));
    if (geteuid() != 0)
        return; /* only root can give a file away */
    assert_int_equal(chown(path, 12345, (gid_t)-1), 0);
    assert_false(is_found(path));
}

static void folders_that_others_may_change_are_not_used(void **state)
{
    (void)state;
    begin("folder_rights");
    const char *folder = scratch_path("folder_rights");
    wg_error err = {0};
    const mode_t bad[] = {0770, 0707, 01777};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(chmod(folder, bad[k]), 0);
        assert_null(wg_store_folder());
        assert_null(wg_store_subfolder("ptx"));
        assert_int_equal(wg_store_check(&err), WG_ERR_SYSTEM);
        assert_says(&err, "nothing is cached: others may write to");
    }
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(wg_store_check(&err), WG_OK);
    if (geteuid() != 0)
        return;
    assert_int_equal(chown(folder, 12345, (gid_t)-1), 0);
    assert_null(wg_store_folder());
    assert_int_equal(wg_store_check(&err), WG_ERR_SYSTEM);
    assert_says(&err, "belongs to another user (12345)");
    assert_int_equal(chown(folder, 0, (gid_t)-1), 0);
}

static void subfolders_count_as_well(void **state)
{
    (void)state;
    begin("subfolder");
    char *ptx = wg_store_subfolder("ptx");
    assert_non_null(ptx);
    assert_int_equal(chmod(ptx, 0777), 0);
    assert_null(wg_store_subfolder("ptx"));
    free(ptx);
}

/* A folder that cannot be: below a file. */
static void without_a_home_it_is_among_the_temporary_files(void **state)
{
    (void)state;
    const char *cache = getenv("WARPGRIND_CACHE"), *temporary = getenv("TMPDIR"), *home = getenv("HOME");
    char *before[] = {cache ? strdup(cache) : NULL, temporary ? strdup(temporary) : NULL, home ? strdup(home) : NULL};
    const char *const names[] = {"WARPGRIND_CACHE", "TMPDIR", "HOME"};
    wg_error err = {0};
    unsetenv("WARPGRIND_CACHE");
    unsetenv("XDG_CACHE_HOME");
    scratch_write("file", "");
    mkdir(scratch_path("tmp"), 0700);
    setenv("HOME", scratch_path("file"), 1);
    setenv("TMPDIR", scratch_path("tmp"), 1);
    char *folder = wg_store_folder();
    assert_non_null(folder);
    assert_contains(folder, "/tmp/warpgrind-");
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(symlink(scratch_path("."), folder), 0); /* which anybody could have put there */
    assert_null(wg_store_folder());
    free(folder);
    setenv("TMPDIR", scratch_path("file"), 1);
    assert_null(wg_store_folder());
    assert_int_equal(wg_store_check(&err), WG_ERR_SYSTEM);
    assert_says(&err, "nothing is cached: ");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (before[k])
            setenv(names[k], before[k], 1);
        free(before[k]);
    }
}

static void limits_are_read(void **state)
{
    (void)state;
    begin("limits");
    const char *const good[] = {"0", "1", "500", "20K", "512M", "2G"}, *const bad[] = {"x", "-1", "5 M", "5MM", "1e9"};
    wg_error err = {0};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        setenv("WARPGRIND_CACHE_SIZE", good[k], 1);
        assert_int_equal(wg_store_check(&err), WG_OK);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        setenv("WARPGRIND_CACHE_SIZE", bad[k], 1);
        assert_int_equal(wg_store_check(&err), WG_ERR_INPUT);
        assert_says(&err, "WARPGRIND_CACHE_SIZE");
    }
    unsetenv("WARPGRIND_CACHE_SIZE");
    setenv("WARPGRIND_CACHE_DAYS", "soon", 1);
    assert_int_equal(wg_store_check(&err), WG_ERR_INPUT);
    assert_says(&err, "WARPGRIND_CACHE_DAYS");
    unsetenv("WARPGRIND_CACHE_DAYS");
}

/* ---- throwing away ---- */

static const char *make(const char *folder, const char *name, double hours)
{
    static char paths[8][1024];
    static unsigned next;
    char *path = paths[next++ % 8], bytes[1000] = {0};
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    assert_int_equal(wg_file_write_as(path, bytes, sizeof bytes, 0600, NULL), WG_OK);
    struct timespec t = {.tv_sec = time(NULL) - (time_t)(3600 * hours)}, times[] = {t, t};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    return path;
}

static void old_entries_go_and_nothing_else(void **state)
{
    (void)state;
    begin("old");
    char *folder = wg_store_folder(), *ptx = wg_store_subfolder("ptx");
    const char *old = make(folder, "host-1.so", 91 * 24), *fresh = make(folder, "host-2.so", 89 * 24),
               *key = make(ptx, "0123456789abcdef0123456789abcdef", 91 * 24),
               *theirs = make(folder, "thesis.tex", 9999), *left = make(ptx, "x.tmp", 2),
               *writing = make(ptx, "y.tmp", 0.5);
    wg_store_prune(folder);
    assert_false(wg_file_exists(old) || wg_file_exists(key) || wg_file_exists(left));
    assert_true(wg_file_exists(fresh) && wg_file_exists(theirs) && wg_file_exists(writing));
    setenv("WARPGRIND_CACHE_DAYS", "10", 1);
    wg_store_prune(folder);
    assert_false(wg_file_exists(fresh));
    assert_true(wg_file_exists(theirs));
    unsetenv("WARPGRIND_CACHE_DAYS");
    free(ptx);
    free(folder);
}

static void the_oldest_go_where_there_are_too_many(void **state)
{
    (void)state;
    begin("many");
    char *folder = wg_store_folder(), name[64];
    for (int k = 0; k < 20; k++) {
        snprintf(name, sizeof name, "host-%d.so", k);
        make(folder, name, 20 - k);
    }
    setenv("WARPGRIND_CACHE_SIZE", "0", 1); /* no limit */
    wg_store_prune(folder);
    setenv("WARPGRIND_CACHE_SIZE", "10K", 1);
    int left = 0;
    for (int pass = 0; pass < 2; pass++, left = 0) {
        for (int k = 0; k < 20; k++) {
            snprintf(name, sizeof name, "many/host-%d.so", k);
            bool is_there = wg_file_exists(scratch_path(name));
            assert_int_equal(is_there, pass == 0 || k >= 13);
            left += is_there;
        }
        assert_int_equal(left, pass ? 7 : 20); /* 7 KB are the most below three quarters of ten */
        wg_store_prune(folder);
    }
    unsetenv("WARPGRIND_CACHE_SIZE");
    free(folder);
}

static void what_was_used_is_not_old(void **state)
{
    (void)state;
    const char *path = begin("used");
    struct stat info;
    struct timespec t = {.tv_sec = time(NULL) - 80 * 86400}, times[] = {t, t};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    assert_true(is_found(path));
    assert_int_equal(stat(path, &info), 0);
    assert_true(time(NULL) - info.st_mtime < 3600);
}

static void throwing_away_is_rare(void **state)
{
    (void)state;
    const char *path = begin("rare");
    char *folder = wg_store_folder();
    const char *old = make(folder, "host-1.so", 91 * 24);
    assert_int_equal(wg_store_write(path, "some bytes", 10, NULL), WG_OK);
    assert_true(wg_file_exists(old)); /* the first entry was a moment ago */
    make(folder, "pruned", 1);
    assert_int_equal(wg_store_write(path, "some bytes", 10, NULL), WG_OK);
    assert_false(wg_file_exists(old));
    free(folder);
}

/* ---- a full disk ---- */

static void a_write_that_fails_leaves_the_old_entry(void **state)
{
    (void)state;
    const char *path = begin("full");
    char bytes[5000] = {0};
    struct rlimit before, little;
    wg_error err = {0};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = (struct rlimit){.rlim_cur = 1000, .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    wg_status status = wg_store_write(path, bytes, sizeof bytes, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(status, WG_ERR_SYSTEM);
    assert_says(&err, "cannot be written: File too large");
    assert_true(is_found(path));
    DIR *folder = opendir(scratch_path("full"));
    for (struct dirent *file; (file = readdir(folder));)
        assert_null(strstr(file->d_name, ".tmp"));
    closedir(folder);
}

/* ---- several at once ---- */

/* Writers of one entry, with bytes and lengths of their own: a reader finds one of them, whole, or nothing. */
static void writers_do_not_meet(void **state)
{
    enum { WRITERS = 4, ROUNDS = 100, SIZE = 20000 };
    (void)state;
    const char *path = begin("writers");
    pid_t writers[WRITERS];
    for (int k = 0; k < WRITERS; k++)
        if ((writers[k] = fork()) == 0) {
            char bytes[SIZE];
            memset(bytes, 'a' + k, sizeof bytes);
            wg_status status = WG_OK;
            for (int n = 0; n < ROUNDS && status == WG_OK; n++)
                status = wg_store_write(path, bytes, sizeof bytes - (size_t)(100 * k), NULL);
            _exit(status != WG_OK);
        }
    for (int n = 0; n < ROUNDS; n++) {
        char *bytes;
        size_t length;
        assert_true(wg_store_read(path, &bytes, &length));
        if (length != 10)
            assert_int_equal(length, SIZE - 100 * (bytes[0] - 'a'));
        free(bytes);
    }
    for (int k = 0; k < WRITERS; k++) {
        int how = 1;
        assert_int_equal(waitpid(writers[k], &how, 0), writers[k]);
        assert_int_equal(how, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_found),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(an_entry_is_nothing_under_another_name),
        cmocka_unit_test(entries_that_others_may_change_are_not_used),
        cmocka_unit_test(folders_that_others_may_change_are_not_used),
        cmocka_unit_test(subfolders_count_as_well),
        cmocka_unit_test(without_a_home_it_is_among_the_temporary_files),
        cmocka_unit_test(limits_are_read),
        cmocka_unit_test(old_entries_go_and_nothing_else),
        cmocka_unit_test(the_oldest_go_where_there_are_too_many),
        cmocka_unit_test(what_was_used_is_not_old),
        cmocka_unit_test(throwing_away_is_rare),
        cmocka_unit_test(a_write_that_fails_leaves_the_old_entry),
        cmocka_unit_test(writers_do_not_meet),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
