// What a person has written into the request for a cashout, what is wrong with it, and what it costs. Pure.
import { centavos, toCentsNumber, toReais } from '#kernel/money.ts'
import { guessPixKeyType, normalisePixKey, type PixKeyType } from '#kernel/pix-key.ts'
import { feeOf } from '#kernel/terms.ts'
import type { CashoutAsk } from '../api/cashouts.ts'
import type { Account } from '../api/session.ts'

export interface Draft {
  pixKey: string
  /** Empty: it is told from the key. */
  pixKeyType: PixKeyType | ''
  amount: number | null
  description: string
  externalReference: string
}

export const EMPTY: Draft = { pixKey: '', pixKeyType: '', amount: null, description: '', externalReference: '' }

export const typeOf = ({ pixKey, pixKeyType }: Pick<Draft, 'pixKey' | 'pixKeyType'>): PixKeyType | null =>
  pixKeyType === '' ? guessPixKeyType(pixKey) : pixKeyType

export type KeyProblem = 'keyMissing' | 'keyUnknown' | 'keyPhone' | 'keyOfType'

export function keyProblem({ pixKey, pixKeyType }: Pick<Draft, 'pixKey' | 'pixKeyType'>): KeyProblem | null {
  if (pixKey.trim() === '') return 'keyMissing'
  if (pixKeyType !== '') return normalisePixKey(pixKeyType, pixKey) === null ? 'keyOfType' : null
  if (guessPixKeyType(pixKey) !== null) return null
  // Eleven digits that are no CPF may be a phone, or a CPF with a slip: nobody but the person can say.
  return normalisePixKey('PHONE', pixKey) === null ? 'keyUnknown' : 'keyPhone'
}

/** A valid CPF, found by the key alone, that reads as a mobile phone as well. */
export const mayBePhone = ({ pixKey, pixKeyType }: Pick<Draft, 'pixKey' | 'pixKeyType'>): boolean =>
  pixKeyType === '' && guessPixKeyType(pixKey) === 'CPF' && normalisePixKey('PHONE', pixKey) !== null

export type AmountProblem = 'amountMissing' | 'belowLeast' | 'aboveMost' | 'aboveBalance' | 'onlyFee'

export function amountProblem(amount: number | null, account: Account, available: number): AmountProblem | null {
  const { cashoutMinimumCents, cashoutMaximumCents } = account.limits
  if (amount === null) return 'amountMissing'
  if (amount < cashoutMinimumCents) return 'belowLeast'
  if (amount > cashoutMaximumCents) return 'aboveMost'
  if (amount > available) return 'aboveBalance'
  return costOf(amount, account).net > 0 ? null : 'onlyFee'
}

export interface Cost {
  fee: number
  net: number
}

/** By the very rule by which the gateway counts. */
export function costOf(amount: number, { fees: { cashout } }: Pick<Account, 'fees'>): Cost {
  const { total } = feeOf(centavos(amount), {
    fixedCentavos: cashout.fixedCents,
    basisPoints: cashout.basisPoints,
    ...(cashout.minimumCents !== null && { minimumCentavos: cashout.minimumCents }),
    ...(cashout.maximumCents !== null && { maximumCentavos: cashout.maximumCents }),
  })
  const fee = toCentsNumber(total)
  return { fee, net: amount - fee }
}

/** A draft in which nothing is wrong, as it is sent. */
export function askOf(draft: Draft): CashoutAsk {
  const pixKeyType = typeOf(draft)
  const pixKey = pixKeyType === null ? null : normalisePixKey(pixKeyType, draft.pixKey)
  if (pixKeyType === null || pixKey === null || draft.amount === null) throw new Error('a draft that is not complete')
  const [description, externalReference] = [draft.description.trim(), draft.externalReference.trim()]
  return {
    amount: Number(toReais(centavos(draft.amount))),
    ...{ pixKey, pixKeyType },
    ...(description !== '' && { description }),
    ...(externalReference !== '' && { externalReference }),
  }
}
