// kept: flux saves-too-little
/* Fluxes of a gas in a tube: three of the 1203 values are never set. */
#define CELLS 400
#define VALUES 3

void step(double u[CELLS][VALUES], const double speed[CELLS], double ratio)
{
    double flux[CELLS + 1][VALUES];
    for (int i = 1; i < CELLS; i++)
        for (int v = 0; v < VALUES; v++)
            flux[i][v] = speed[i] * (u[i][v] - u[i - 1][v]);
    for (int i = 1; i < CELLS - 1; i++)
        for (int v = 0; v < VALUES; v++)
            u[i][v] -= ratio * (flux[i + 1][v] - flux[i][v]);
}
