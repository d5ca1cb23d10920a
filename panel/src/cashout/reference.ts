// How long the reference of a cashout may be, which its seller gives it.
export const MAX_REFERENCE = 64
