// The sides of a wallet as people read them.

export const SIDES = ['available', 'blocked', 'received', 'fee', 'clearing'] as const

/** The money at the PSPs is booked as their debt, below zero; people read it as the money that it is. */
export const shownOf = (side: (typeof SIDES)[number], centavos: number): number =>
  side === 'clearing' && centavos !== 0 ? -centavos : centavos
