// The draft of a cashout request, its errors, and its costs. Pure.
import { type Centavos, centavos, toCentsNumber, toReais } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import { feeOf, grossFor, type Price } from '#kernel/terms/terms.ts'
import type { Account } from '../../api/access/session.ts'
import type { CashoutRequest } from '../../api/money/cashouts.ts'
import { readAs, readTypedPixKey } from './typed-pix-key.ts'

export interface Draft {
  pixKey: string
  /** Empty: the type follows from the key. */
  pixKeyType: PixKeyType | ''
  amount: number | null
  /** The amount is the recipient's; the fee is added. */
  isExact: boolean
  description: string
  externalReference: string
}

export const EMPTY: Draft = {
  pixKey: '',
  pixKeyType: '',
  amount: null,
  isExact: false,
  description: '',
  externalReference: '',
}

type TypedKey = Pick<Draft, 'pixKey' | 'pixKeyType'>

/** The key in the directory's form, and its type; null where it is none, or may be two. */
export function pixKeyOf({ pixKey, pixKeyType }: TypedKey): { type: PixKeyType; key: string } | null {
  if (pixKeyType !== '') {
    const key = readAs(pixKeyType, pixKey)
    return key === null ? null : { type: pixKeyType, key }
  }
  const [only = null, another] = readTypedPixKey(pixKey)
  return another === undefined ? only : null
}

/** null: the type is not certain yet. */
export const typeOf = (typed: TypedKey): PixKeyType | null =>
  typed.pixKeyType === '' ? (pixKeyOf(typed)?.type ?? null) : typed.pixKeyType

/** Eleven digits that may be a CPF or a mobile phone: the person has to choose. */
export const isAmbiguous = ({ pixKey }: TypedKey): boolean => readTypedPixKey(pixKey).length > 1

/** A type that was chosen for an earlier key gives way when the new key is clearly of another type. */
export function typeAfter({ pixKeyType }: TypedKey, pixKey: string): PixKeyType | '' {
  if (pixKeyType === '' || readAs(pixKeyType, pixKey) !== null) return pixKeyType
  return readTypedPixKey(pixKey).length === 0 ? pixKeyType : ''
}

export type KeyProblem = 'keyMissing' | 'keyUnknown' | 'keyAmbiguous' | 'keyOfType'

export function keyProblem(typed: TypedKey): KeyProblem | null {
  if (typed.pixKey.trim() === '') return 'keyMissing'
  if (pixKeyOf(typed) !== null) return null
  if (typed.pixKeyType !== '') return 'keyOfType'
  return isAmbiguous(typed) ? 'keyAmbiguous' : 'keyUnknown'
}

export type AmountProblem = 'amountMissing' | 'belowLeast' | 'aboveMost' | 'aboveBalance' | 'onlyFee'

type Sum = Pick<Draft, 'amount' | 'isExact'>

export function amountProblem(sum: Sum, account: Account, available: number): AmountProblem | null {
  const { cashoutMinimumCents, cashoutMaximumCents } = account.limits
  if (sum.amount === null) return 'amountMissing'
  const cost = costOf(sum, account)
  if (cost === null) return 'onlyFee'
  if (cost.gross < cashoutMinimumCents) return 'belowLeast'
  if (cost.gross > cashoutMaximumCents) return 'aboveMost'
  if (cost.gross > available) return 'aboveBalance'
  return cost.net > 0 ? null : 'onlyFee'
}

export interface Cost {
  /** The gross amount. */
  gross: number
  fee: number
  net: number
}

/** By the very rule by which the gateway counts. null: nothing has been written, or no amount leaves so much. */
export function costOf({ amount, isExact }: Sum, { fees }: Pick<Account, 'fees'>): Cost | null {
  if (amount === null) return null
  const price = priceOf(fees)
  const gross = isExact ? grossFor(centavos(amount), price) : centavos(amount)
  return gross === null ? null : partsOf(gross, price)
}

function partsOf(gross: Centavos, price: Price): Cost {
  const fee = toCentsNumber(feeOf(gross, price).total)
  return { gross: toCentsNumber(gross), fee, net: toCentsNumber(gross) - fee }
}

const priceOf = ({ cashout }: Account['fees']): Price => ({
  fixedCentavos: cashout.fixedCents,
  basisPoints: cashout.basisPoints,
  ...(cashout.minimumCents !== null && { minimumCentavos: cashout.minimumCents }),
  ...(cashout.maximumCents !== null && { maximumCentavos: cashout.maximumCents }),
})

/** A draft in which nothing is wrong, as it is sent. */
export function requestOf(draft: Draft, account: Account): CashoutRequest {
  const known = pixKeyOf(draft)
  const cost = costOf(draft, account)
  if (known === null || cost === null) throw new Error('a draft that is not complete')
  const [description, externalReference] = [draft.description.trim(), draft.externalReference.trim()]
  return {
    amount: reais(cost.gross),
    ...(draft.isExact && { netAmount: reais(cost.net) }),
    pixKey: known.key,
    pixKeyType: known.type,
    ...(description !== '' && { description }),
    ...(externalReference !== '' && { externalReference }),
  }
}

const reais = (cents: number): number => Number(toReais(centavos(cents)))
