// kept: stage setjmp
struct place { void *frame[8]; };
int mark(struct place *) __attribute__((__nothrow__, __returns_twice__));
void back(struct place *) __attribute__((noreturn));
#define TRY(p) (mark(p) == 0)
int attempt(struct place *p, const int *in)
{
    int stage[8], sum = 0;
    stage[0] = in[0] * 2;
    if (TRY(p))
        sum = stage[0];
    stage[1] = in[1] + sum;
    sum += stage[1];
    if (sum < in[2])
        back(p);
    return sum;
}
