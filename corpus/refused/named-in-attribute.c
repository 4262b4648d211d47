// kept: block used-in-unanalysed-code
int parity(const int *in)
{
    int block[32], sum = 0;
    char flag __attribute__((aligned(sizeof block / 4)));
    [[gnu::aligned(sizeof block / 8)]] char other = 1;
    for (int i = 0; i < 32; i++) {
        block[i] = in[i] & 1;
        sum ^= block[i];
    }
    flag = (char)sum;
    return flag + other;
}
