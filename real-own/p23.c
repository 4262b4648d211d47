#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* CSV-like parser with a token table per line */
#define MAXTOK 64
#define MAXLEN 128
static int parse(const char *text, double *sum)
{
    char field[MAXTOK][MAXLEN];
    int len[MAXTOK];
    int lines = 0;
    const char *p = text;
    *sum = 0;
    while (*p) {
        int count = 0;
        while (*p && *p != '\n' && count < MAXTOK) {
            int k = 0;
            while (*p && *p != ',' && *p != '\n' && k < MAXLEN - 1)
                field[count][k++] = *p++;
            field[count][k] = 0;
            len[count] = k;
            count++;
            if (*p == ',')
                p++;
        }
        if (*p == '\n')
            p++;
        for (int i = 0; i < count; i++)
            *sum += atof(field[i]) + len[i];
        lines++;
    }
    return lines;
}
int main(void)
{
    double s;
    int n = parse("1,2,3\n4.5,6\n\n7,8,9,10\n", &s);
    printf("%d %.3f\n", n, s);
    return 0;
}
