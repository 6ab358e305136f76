// The math functions of the device headers, compiled for the host and compared with libm in the next wider type. Prints
// what is worse than its limit (in units in the last place) and fails then. With -v prints all.
#include "warpgrind_math_shared.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 88172645463325252u;

static uint64_t next_random()
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static double ulp(double x, int mantissa, int least)
{
    int e;
    frexp(x, &e);
    return ldexp(1.0, (e < least ? least : e) - mantissa);
}

// Half of the samples are spread evenly over [low, high], half over its exponents.
static double sample(double low, double high)
{
    uint64_t bits = next_random();
    if (bits & 1)
        return low + (high - low) * (double)(bits >> 11) * 0x1p-53;
    double limit = fmax(fabs(low), fabs(high)), x = limit * exp2(-60.0 * (double)(bits >> 11) * 0x1p-53);
    return bits & 2 && -x >= low ? -x : fmax(x, low);
}

template <class T> struct row {
    const char *name;
    T (*ours)(T);
    long double (*reference)(long double);
    double low, high, limit;
};

template <class T> static int check(const row<T> &r, bool verbose)
{
    const int mantissa = sizeof(T) == 4 ? 24 : 53, least = sizeof(T) == 4 ? -125 : -1021;
    double worst = 0, where = 0;
    for (int i = 0; i < 20000; i++) {
        T x = (T)sample(r.low, r.high);
        long double exact = r.reference(x);
        double error = (double)(fabsl(r.ours(x) - exact) / ulp((double)exact, mantissa, least));
        if (!(error <= worst)) { // a NaN is the worst of all
            worst = error;
            where = x;
        }
    }
    bool bad = !(worst <= r.limit);
    if (bad || verbose)
        printf("%s%s: %.2f ulp at %.17g, limit %.1f\n", r.name, sizeof(T) == 4 ? "f" : "", worst, where, r.limit);
    return bad;
}

static long double exp10_reference(long double x)
{
    return powl(10, x);
}
static long double sinpi_reference(long double x)
{
    return sinl(3.14159265358979323846264338327950288L * x);
}

#define ROW(name, low, high, limit)                                                                                    \
    {                                                                                                                  \
#name, [](T x) { return __wg::name(x); }, name##l, low, high, limit                                            \
    }
template <class T> static int check_all(bool verbose)
{
    const bool wide = sizeof(T) == 8;
    const double top = wide ? 700 : 87;
    const row<T> rows[] = {
        ROW(exp, -top, top, 2),
        ROW(exp2, -top, top, 2),
        ROW(expm1, -10, top, 3),
        ROW(log, 1e-30, 1e30, 2),
        ROW(log, 0.3, 3, 2),
        ROW(log2, 1e-30, 1e30, 3),
        ROW(log2, 0.3, 3, 3),
        ROW(log10, 1e-30, 1e30, 3),
        ROW(log10, 0.3, 3, 3),
        ROW(log1p, -0.9, 1e20, 2),
        ROW(log1p, -0.5, 0.5, 2),
        ROW(sin, -100, 100, 2),
        ROW(sin, -1e15, 1e15, 3),
        ROW(cos, -100, 100, 2),
        ROW(cos, -1e15, 1e15, 3),
        ROW(tan, -100, 100, 4),
        ROW(asin, -1, 1, 3),
        ROW(acos, -1, 1, 3),
        ROW(atan, -1e6, 1e6, 2),
        ROW(sinh, -top, top, 3),
        ROW(cosh, -top, top, 3),
        ROW(tanh, -20, 20, 2),
        ROW(asinh, -1e20, 1e20, 3),
        ROW(acosh, 1, 1e20, 3),
        ROW(atanh, -0.99, 0.99, 3),
        ROW(erf, -6, 6, 2),
        ROW(erfc, -5, 9, 5),
        ROW(cbrt, -1e30, 1e30, 1.5),
        {"exp10", [](T x) { return __wg::exp10(x); }, exp10_reference, -30, 30, 2},
        {"sinpi", [](T x) { return __wg::sinpi(x); }, sinpi_reference, -0.9, 0.9, 2.5},
        {"pow", [](T x) { return __wg::pow(x, (T)-3.25); }, [](long double x) { return powl(x, -3.25L); }, 1e-8, 1e8,
         3},
        {"tgamma", [](T x) { return __wg::tgamma(x); }, tgammal, 0.5, 30, wide ? 200.0 : 1.0},
        {"lgamma", [](T x) { return __wg::lgamma(x); }, lgammal, 3, 1e6, wide ? 200.0 : 1.0},
    };
    int bad = 0;
    for (const row<T> &r : rows)
        bad += check(r, verbose);
    return bad;
}

// Values the standards fix, one by one.
static int check_special()
{
    const double inf = INFINITY;
    struct {
        const char *what;
        bool right;
    } facts[] = {
        {"exp(inf)", __wg::exp(inf) == inf},
        {"exp(-inf)", __wg::exp(-inf) == 0},
        {"log(0)", __wg::log(0.0) == -inf},
        {"log(-1)", __wg::log(-1.0) != __wg::log(-1.0)},
        {"sin(-0)", signbit(__wg::sin(-0.0)) != 0},
        {"sin(inf)", __wg::sin(inf) != __wg::sin(inf)},
        {"pow(x, 0)", __wg::pow(NAN, 0.0f) == 1},
        {"pow(-2, 3)", __wg::pow(-2.0, 3.0) == -8},
        {"pow(-2, 0.5)", __wg::pow(-2.0, 0.5) != __wg::pow(-2.0, 0.5)},
        {"pow(0, -1)", __wg::pow(0.0, -1.0) == inf},
        {"atan2(0, -1)", fabs(__wg::atan2(0.0, -1.0) - 3.14159265358979) < 1e-13},
        {"fmod(5.5, 2)", __wg::fmod(5.5f, 2.0f) == 1.5f},
        {"fmod(1e300, 3)", __wg::fmod(1e300, 3.0) == fmod(1e300, 3.0)},
        {"remainder(5, 2)", __wg::remainder(5.0, 2.0) == 1},
        {"ldexp to subnormal", __wg::ldexp(1.5f, -148) == ldexpf(1.5f, -148)},
        {"nextafter(0, 1)", __wg::nextafter(0.0f, 1.0f) == 0x1p-149f},
        {"hypot(inf, nan)", __wg::hypot(inf, (double)NAN) == inf},
    };
    int bad = 0;
    for (auto &fact : facts)
        if (!fact.right) {
            printf("wrong: %s\n", fact.what);
            bad++;
        }
    return bad;
}

int main(int count, char **words)
{
    bool verbose = count > 1 && !strcmp(words[1], "-v");
    return check_all<float>(verbose) + check_all<double>(verbose) + check_special() ? 1 : 0;
}
