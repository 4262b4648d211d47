#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int pleat_wide;
static unsigned long pleat_state = 1, pleat_product = 1;

static unsigned pleat_next(void)
{
    pleat_state = pleat_state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(pleat_state >> 32);
}

/* Small, or of mixed signs and magnitudes. */
static double pleat_real(void)
{
    double unit = pleat_next() / 4294967296.0;
    unsigned shape = pleat_next();

    if (!pleat_wide)
        return unit;
    return (shape & 1 ? unit : -unit) * (1 << (shape >> 8) % 12) / 16;
}

static long pleat_integer(int bits, int is_signed)
{
    unsigned next = pleat_next();

    if (!pleat_wide)
        return next % 10;
    if (bits > 8 && is_signed)
        return (long)(next % 201) - 100;
    return next;
}

static long pleat_size(const char *text)
{
    long value = atol(text);

    if (value > 0 && pleat_product < 65536)
        pleat_product *= (unsigned long)value + 2;
    return value;
}

/* An extent that nothing states: enough for an array of all sizes. */
static long long pleat_generous(void)
{
    if (pleat_product < 256)
        return 256;
    return pleat_product > 65536 ? 65536 : (long long)pleat_product;
}

static size_t pleat_count(const long long *d, int rank)
{
    size_t count = 1;

    for (int i = 0; i < rank; i++)
        count *= d[i] < 0 ? 0 : (size_t)d[i];
    if (count > (size_t)1 << 26)
        exit(90);
    return count;
}

static void *pleat_memory(size_t count, size_t size)
{
    void *memory = malloc(count * size);

    if (!memory)
        exit(90);
    return memory;
}

static void *pleat_copy(const void *from, size_t bytes)
{
    void *memory = pleat_memory(bytes, 1);

    if (bytes)
        memcpy(memory, from, bytes);
    return memory;
}

static void pleat_head(int call)
{
    printf("\002%d ", call);
}

static void pleat_name(const char *name, const long long *d, int rank, size_t i)
{
    size_t below = 1;

    for (int k = 1; k < rank; k++)
        below *= (size_t)d[k];
    printf("`%s", name);
    for (int k = 0; k < rank; k++) {
        printf("[%zu]", i / below);
        i %= below;
        if (k + 1 < rank)
            below /= (size_t)d[k + 1];
    }
    printf("`");
}

static void pleat_show_signed(long value)
{
    printf(" = %ld\n", value);
}

static void pleat_show_unsigned(unsigned long value)
{
    printf(" = %lu\n", value);
}

static void pleat_show_float(float value)
{
    if (value != value)
        printf(" = nan\n");
    else
        printf(" = %.9g\n", value);
}

static void pleat_show_double(double value)
{
    if (value != value)
        printf(" = nan\n");
    else
        printf(" = %.17g\n", value);
}

static void pleat_show_long_double(long double value)
{
    if (value != value)
        printf(" = nan\n");
    else
        printf(" = %.21Lg\n", value);
}

