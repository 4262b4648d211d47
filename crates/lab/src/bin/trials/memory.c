/* Calls `kernel` at some sizes on a stack of its own and prints the most bytes that it had, on the
   stack and on the heap. Allocations are wrapped by the linker. */
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

enum { STACK = 1 << 18, LARGEST = 400, MARK = 0xa5, HEAD = 16 };

void kernel(long h, long w, const void *in, void *out);
void *__real_malloc(size_t size);
void __real_free(void *block);

static size_t now, most;

void *__wrap_malloc(size_t size)
{
    size_t *block = __real_malloc(size + HEAD);

    if (!block)
        return NULL;
    *block = size;
    now += size;
    if (now > most)
        most = now;
    return (char *)block + HEAD;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *block = __wrap_malloc(count * size);

    return block ? memset(block, 0, count * size) : NULL;
}

void __wrap_free(void *block)
{
    if (!block)
        return;
    size_t *head = (void *)((char *)block - HEAD);
    now -= *head;
    __real_free(head);
}

static unsigned char stack[STACK];
static ucontext_t home, there;
static double in[LARGEST], out[LARGEST];
static long height, width;

static void call(void)
{
    kernel(height, width, in, out);
}

int main(void)
{
    static const int sizes[][2] = {
        {1, 1}, {1, 400}, {2, 200}, {3, 130}, {5, 80}, {20, 20}, {80, 5}, {200, 2}, {400, 1},
    };

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_t unused = 0;

        height = sizes[k][0];
        width = sizes[k][1];
        now = most = 0;
        memset(stack, MARK, STACK);
        getcontext(&there);
        there.uc_stack.ss_sp = stack;
        there.uc_stack.ss_size = STACK;
        there.uc_link = &home;
        makecontext(&there, call, 0);
        swapcontext(&home, &there);
        while (unused < STACK && stack[unused] == MARK)
            unused++;
        printf("%ld %ld %zu\n", height, width, STACK - unused + most);
    }
    return 0;
}
