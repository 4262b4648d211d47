/*
 * The roughness of a profile at points between the samples. The caller makes the workspace, with
 * one row for each profile and one column more than samples; one function uses it.
 *
 * Expected:
 *   slope   one row
 */
#include <stdio.h>
#include <stdlib.h>

static double roughness(const double *height, double *slope, int profiles, int samples)
{
    double sum = 0;
    for (int p = 0; p < profiles; p++) {
        slope[p * (samples + 1)] = 0;
        for (int i = 1; i < samples; i++)
            slope[p * (samples + 1) + i] = height[p * samples + i] - height[p * samples + i - 1];
        slope[p * (samples + 1) + samples] = 0;
    }
    for (int p = 0; p < profiles; p++)
        for (int i = 0; i < samples; i++) {
            double bend = slope[p * (samples + 1) + i + 1] - slope[p * (samples + 1) + i];
            sum += bend * bend;
        }
    return sum;
}

static double mean_roughness(const double *height, int profiles, int samples)
{
    double *slope = malloc((size_t)profiles * (samples + 1) * sizeof *slope);
    if (!slope)
        return -1;
    double found = roughness(height, slope, profiles, samples);
    free(slope);
    return found / profiles;
}

int main(void)
{
    double height[6 * 9];
    for (int i = 0; i < 54; i++)
        height[i] = (i * 29 + i / 4) % 17;
    printf("%.4f\n", mean_roughness(height, 6, 9));
    return 0;
}
