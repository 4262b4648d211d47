// kept: stage setjmp
#include <ucontext.h>
static ucontext_t retry;
static volatile int failures;
int attempt(volatile int *result)
{
    int stage[8];
    stage[0] = *result + 7;
    getcontext(&retry);
    *result += stage[0] * 10;
    stage[1] = *result + 29;
    *result += stage[1];
    if (failures++ < 2)
        setcontext(&retry);
    return *result;
}
