// What a stream carries: what of the account has changed, by name and number. Never an amount and no personal data: a caller who
// wants more asks the usual routes, where the guard asks who they are.

const SUBJECTS = {
  sale: 'sale',
  withdrawal: 'cashout',
  refund: 'refund',
  dispute: 'dispute',
  cart: 'cart',
  recurrence: 'recurrence',
  debit: 'debit',
  wallet: 'balance',
  notice: 'notice',
} as const

type Subject = keyof typeof SUBJECTS
export type What = (typeof SUBJECTS)[Subject]

/** An entry of the data of `changed`. */
export interface Changed {
  what: What
  /** Its number, by which the routes find it. Of a balance: the wallet's. */
  id: number
  /** The name of what happened, such as `sale.paid`; `boleto.reported`, which no webhook gets; the kind of a notice. */
  event: string
}

/**
 * `ready`: from here on changes are sent. `reset`: something was missed, everything is to be read again. Both have empty data.
 */
export type LiveEvent = 'ready' | 'changed' | 'reset'

export const whatOf = (subject: string): What | null => (subject in SUBJECTS ? SUBJECTS[subject as Subject] : null)
