//! The other file of a program of random kernels: the declarations that it shares with threads,
//! streams and callbacks of the user, which the first file does not see.

use super::callers::{lane_call, prototype, threads};
use super::declarations::LANES;
use crate::random::kernel::{Kernel, OUTPUTS};
use crate::random::manner::{Caller, Hook, Way};
use std::fmt::Write;

/// Declarations that both files share, where kernels need them.
pub(super) const SHARED: &str = "\
struct lane { const unsigned *in; unsigned out[1024], result; int number; };
void prepare(struct lane *lanes, int count, const unsigned *in);
unsigned agreed(struct lane *lanes, int count, unsigned *out);
extern FILE *stream, *unbuffered;
extern void (*hook)(int);
int compare(const void *a, const void *b);
void freel(int), randf(int), clockl(int), absf(int), putsl(int), printfl(int), unknown(int);
int marked_place(jmp_buf) __asm__(\"_setjmp\") __attribute__((returns_twice));
";

/// The headers of both files.
pub(super) const HEADERS: &str = "\
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
";

/// The text that is the same for all programs.
const COMMON: &str = "\
static void (*again)(void);
static int delay;

static void come_back(int x)
{
    void (*f)(void) = again;
    (void)x;
    if (f && delay-- <= 0) {
        again = 0;
        f();
    }
}

void freel(int x) { come_back(x); }
void randf(int x) { come_back(x); }
void clockl(int x) { come_back(x); }
void absf(int x) { come_back(x); }
void putsl(int x) { come_back(x); }
void printfl(int x) { come_back(x); }
void unknown(int x) { come_back(x); }
void (*hook)(int) = come_back;

int compare(const void *a, const void *b)
{
    come_back(1);
    return *(const int *)a - *(const int *)b;
}

void nap(void)
{
    usleep(30);
}

static ssize_t written(void *cookie, const char *text, size_t size)
{
    (void)cookie;
    (void)text;
    come_back(1);
    return size;
}

FILE *stream, *unbuffered;

__attribute__((constructor)) static void open_streams(void)
{
    cookie_io_functions_t io = { .write = written };
    stream = fopencookie(0, \"w\", io);
    unbuffered = fopencookie(0, \"w\", io);
    setvbuf(unbuffered, 0, _IONBF, 0);
    signal(SIGUSR1, come_back);
}

void prepare(struct lane *lanes, int count, const unsigned *in)
{
    for (int x = 0; x < count; x++) {
        memset(&lanes[x], 0, sizeof lanes[x]);
        lanes[x].in = in;
        lanes[x].number = x;
    }
}

unsigned agreed(struct lane *lanes, int count, unsigned *out)
{
    unsigned result = lanes[0].result;
    for (int x = 1; x < count; x++)
        if (lanes[x].result != lanes[0].result || memcmp(lanes[x].out, lanes[0].out, sizeof lanes[0].out))
            result += 1000003;
    memcpy(out, lanes[0].out, sizeof lanes[0].out);
    return result;
}
";

/// The other file; empty if no kernel needs it.
pub(crate) fn other_file(kernels: &[&Kernel]) -> String {
    if !kernels.iter().any(|k| k.needs_other_file()) {
        return String::new();
    }
    debug_assert_eq!(OUTPUTS, 1024);
    let mut text = format!("{HEADERS}{SHARED}\n{COMMON}");
    for kernel in kernels {
        own(&mut text, kernel);
    }
    text
}

/// The text for one kernel.
fn own(text: &mut String, kernel: &Kernel) {
    let name = &kernel.name;
    if matches!(kernel.manner.hook, Some(Hook::Weak | Hook::Inline)) {
        put!(
            text,
            "\nvoid {name}_hook(int x)\n{{\n    come_back(x);\n}}\n"
        );
    }
    if kernel
        .manner
        .bound
        .as_ref()
        .is_some_and(|b| b.way == Way::OtherFile)
    {
        put!(
            text,
            "\nextern int {name}_g;\nvoid {name}_set(int to)\n{{\n    {name}_g = to;\n}}\n"
        );
    }
    let Some(lanes) = kernel.manner.lanes.filter(|l| l.caller != Caller::Threads) else {
        return;
    };
    put!(text, "\n{}", prototype(kernel));
    let all = match lanes.caller {
        Caller::OtherTeam => team(kernel),
        Caller::Reentry => reentry(kernel, lanes.delay),
        Caller::Threads | Caller::OtherThreads => threads(kernel),
    };
    text.push_str(&all);
}

/// How often a team executes all lanes, so that some executions collide.
const ROUNDS: usize = 40;

/// A team that executes all lanes at the same time.
fn team(kernel: &Kernel) -> String {
    let name = &kernel.name;
    let call = lane_call(kernel, "lanes[x]");
    format!(
        "\nunsigned {name}_all(const unsigned *in, unsigned *out)\n\
         {{\n\
         \x20   static struct lane lanes[{LANES}];\n\
         \x20   unsigned result = lanes[0].result;\n\
         \x20   for (int round = 0; round < {ROUNDS} && result == lanes[0].result; round++) {{\n\
         \x20       prepare(lanes, {LANES}, in);\n\
         #pragma omp parallel for schedule(static, 1) num_threads({LANES})\n\
         \x20       for (int x = 0; x < {LANES}; x++)\n\
         \x20           {call}\n\
         \x20       result = agreed(lanes, {LANES}, out);\n\
         \x20   }}\n\
         \x20   return result;\n\
         }}\n"
    )
}

/// A call that enters the kernel again from its middle.
fn reentry(kernel: &Kernel, delay: u64) -> String {
    let name = &kernel.name;
    let (first, second) = (lane_call(kernel, "lanes[0]"), lane_call(kernel, "l[1]"));
    format!(
        "\nstatic struct lane *{name}_lanes;\n\
         static void {name}_again(void)\n\
         {{\n\
         \x20   struct lane *l = {name}_lanes;\n\
         \x20   {second}\n\
         }}\n\
         \n\
         unsigned {name}_all(const unsigned *in, unsigned *out)\n\
         {{\n\
         \x20   static struct lane lanes[2];\n\
         \x20   int is_done;\n\
         \x20   prepare(lanes, 2, in);\n\
         \x20   {name}_lanes = lanes;\n\
         \x20   again = {name}_again;\n\
         \x20   delay = {delay};\n\
         \x20   {first}\n\
         \x20   is_done = !again;\n\
         \x20   again = 0;\n\
         \x20   return agreed(lanes, is_done ? 2 : 1, out);\n\
         }}\n"
    )
}
