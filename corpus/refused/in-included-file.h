out[i] = t[i];
