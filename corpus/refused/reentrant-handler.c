// kept: t reentrant
#include <signal.h>

static double in[100], out[100];

static void kernel(int signal)
{
    static double t[100];
    for (int i = signal; i < 100; i++) {
        t[i] = 2.0 * in[i];
        if (i == 7)
            raise(SIGUSR1);
        out[i] += t[i];
    }
}

int main(void)
{
    if (signal(SIGUSR1, kernel) == SIG_ERR)
        return 1;
    kernel(3);
    return (int)out[9];
}
