// What a delivery is about, for the person who reads the log: read from the body that was sent, so that it is as the receiver got
// it. Pure.
import { type Static, Type } from 'typebox'
import { parseReais, toCentsNumber } from '#kernel/money.ts'

const Null = Type.Null()
const TextOrNull = Type.Union([Type.String(), Null])

export const AboutSchema = Type.Object(
  {
    kind: Type.Enum([
      'SALE',
      'WITHDRAWAL',
      'REFUND',
      'DISPUTE',
      'BALANCE',
      'CART',
      'RECURRENCE',
      'RECURRENCE_DEBIT',
      'TEST',
    ]),
    uuid: TextOrNull,
    saleUuid: Type.Union([Type.String(), Null], { description: 'Of the sale that it belongs to' }),
    amount: Type.Union([Type.Integer(), Null], { description: 'Cents' }),
    customer: Type.Union([Type.String(), Null], { description: 'The name of a sale’s customer' }),
    pixKey: Type.Union([Type.String(), Null], { description: 'To which a cashout goes' }),
    reference: Type.Union([Type.String(), Null], { description: 'The caller’s own externalReference' }),
  },
  { description: 'What the delivery is about' },
)

export type About = Static<typeof AboutSchema>

const KINDS = {
  TRANSACTION: 'SALE',
  WITHDRAWAL: 'WITHDRAWAL',
  REFUND: 'REFUND',
  DISPUTE: 'DISPUTE',
  BALANCE: 'BALANCE',
  CART: 'CART',
  RECURRENCE: 'RECURRENCE',
  RECURRENCE_DEBIT: 'RECURRENCE_DEBIT',
  TEST: 'TEST',
} as const

/** Null where the body is not kept any more. */
export function aboutOf(body: unknown): About | null {
  if (typeof body !== 'object' || body === null) return null
  const fields = body as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' && fields[name] !== '' ? fields[name] : null)
  // A sale's body names its type to webhooks only.
  const kind = KINDS[(fields.type ?? 'TRANSACTION') as keyof typeof KINDS]
  if (kind === undefined) return null
  return {
    kind,
    uuid: text('uuid'),
    saleUuid: kind === 'SALE' ? text('uuid') : text('saleUuid'),
    amount: amountOf(kind, text('amount')),
    customer: text('customerName'),
    pixKey: kind === 'WITHDRAWAL' ? text('pixKey') : null,
    reference: text('externalReference'),
  }
}

/** A cashout's is reais, as the contract has it; all others are cents. */
function amountOf(kind: About['kind'], text: string | null): number | null {
  if (text === null) return null
  if (kind !== 'WITHDRAWAL') return /^\d{1,15}$/.test(text) ? Number(text) : null
  const amount = parseReais(text)
  return amount === null ? null : toCentsNumber(amount)
}
