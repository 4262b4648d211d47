/* Windows line ends, tabs, UTF-8 names and comments: café. */
#include <stdio.h>

#define Länge 9

int main(void)
{
	double größe[Länge], sum = 0.0;	/* Σ */
	for (int i = 0; i < Länge; i++) {
		größe[i] = 1.0 / (i + 1);
		sum += größe[i];
	}
	printf("%a and enough text\n", sum);
	return 0;
}