// A line of the statement: one transfer of the ledger, as its account sees it. Nothing of it is stored a second time. Pure.
import { add, type Centavos, ZERO } from '#kernel/money.ts'
import { KINDS, type Kind, type Side, type Subject } from '#ledger/ledger.ts'

/** What the line says, in both languages. */
interface LineText {
  pt: string
  en: string
}

type Own = 'available' | 'blocked'
/** What moves none of the account's own money is no line: money kept aside, and what the operator gains or loses. */
type LineTextOf<K extends Kind> = [Extract<(typeof KINDS)[K][number], Own>] extends [never] ? null : LineText

/** The codes are promised to callers, so a kind of the ledger never changes its name. */
const LINE_TEXTS: { [K in Kind]: LineTextOf<K> } = {
  SALE: { pt: 'Venda paga', en: 'Sale paid' },
  SALE_FEE: { pt: 'Tarifa da venda', en: 'Fee of a sale' },
  SALE_CHARGES: { pt: 'Multa e juros do boleto', en: 'Fine and interest of a boleto' },
  SALE_FEE_RETURNED: { pt: 'Tarifa da venda devolvida', en: 'Fee of a sale given back' },
  RESERVE_HELD: { pt: 'Reserva financeira retida', en: 'Reserve of a sale held back' },
  RESERVE_RELEASED: { pt: 'Reserva financeira liberada', en: 'Reserve of a sale released' },
  SETTLEMENT_HELD: { pt: 'Venda a liquidar: valor bloqueado', en: 'Sale to be settled: the amount is held' },
  SETTLEMENT_RELEASED: { pt: 'Venda liquidada: valor liberado', en: 'Sale settled: the amount is released' },
  PROVIDER_COST: null,
  CASHOUT_HELD: { pt: 'Saque solicitado: valor bloqueado', en: 'Cashout requested: the amount is held' },
  CASHOUT_PAID: { pt: 'Saque pago', en: 'Cashout paid' },
  CASHOUT_FEE: { pt: 'Tarifa do saque', en: 'Fee of a cashout' },
  CASHOUT_RELEASED: { pt: 'Saque não realizado: valor liberado', en: 'Cashout not made: the amount is released' },
  CASHOUT_RETURNED: { pt: 'Saque devolvido pelo banco do recebedor', en: 'Cashout sent back by the bank of its payee' },
  CASHOUT_CHARGED: { pt: 'Saque pago depois de liberado', en: 'Cashout paid after its amount was released' },
  CASHOUT_UNCHARGED: { pt: 'Cobrança de saque desfeita', en: 'Charge of a cashout undone' },
  CASHOUT_LOSS: null,
  CASHOUT_SURPLUS: null,
  RECEIPT_KEPT: null,
  RECEIPT_CREDITED: { pt: 'Pagamento recebido sem venda', en: 'Payment received without a sale' },
  RECEIPT_RETURNED: null,
  RECEIPT_MOVED: null,
  SALE_UNDONE: {
    pt: 'Venda desfeita: o valor era de outro pagamento',
    en: 'Sale undone: the money was for something else',
  },
  REFUND_HELD: { pt: 'Reembolso solicitado: valor bloqueado', en: 'Refund requested: the amount is held' },
  REFUND_PAID: { pt: 'Reembolso pago ao comprador', en: 'Refund paid to the buyer' },
  REFUND_RELEASED: { pt: 'Reembolso não realizado: valor liberado', en: 'Refund not made: the amount is released' },
  REFUND_FORCED: { pt: 'Devolução feita pela instituição de pagamento', en: 'Sent back to the buyer by the PSP' },
  DISPUTE_HELD: { pt: 'Contestação aberta: valor bloqueado', en: 'Disputed: the amount is held' },
  DISPUTE_RELEASED: { pt: 'Contestação encerrada: valor liberado', en: 'Dispute closed: the amount is released' },
  DISPUTE_TAKEN: { pt: 'Contestação perdida: valor bloqueado retirado', en: 'Dispute lost: the held amount is taken' },
  DISPUTE_CHARGED: { pt: 'Contestação perdida: valor cobrado do saldo', en: 'Dispute lost: charged to the balance' },
  ORDER_HELD: { pt: 'Bloqueio determinado: valor bloqueado', en: 'Held by order: the amount is held' },
  ORDER_RELEASED: { pt: 'Bloqueio encerrado: valor liberado', en: 'Order ended: the amount is released' },
  ORDER_TAKEN: { pt: 'Bloqueio executado: valor retirado', en: 'Order carried out: the amount is taken' },
  CORRECTION_CREDIT: { pt: 'Correção a crédito', en: 'Correction in favour of the account' },
  CORRECTION_DEBIT: { pt: 'Correção a débito', en: 'Correction at the expense of the account' },
  CORRECTION_GAIN: null,
  CORRECTION_LOSS: null,
}

export type LineType = Exclude<Kind, keyof { [K in Kind as LineTextOf<K> extends null ? K : never]: 0 }>

export const LINE_TYPES = (Object.keys(LINE_TEXTS) as Kind[]).filter(
  (kind): kind is LineType => LINE_TEXTS[kind] !== null,
)

export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const described = (type: LineType, language: Language): string => (LINE_TEXTS[type] as LineText)[language]

/** How the outside calls what a line is about. */
const REFERENCES = {
  sale: 'sale',
  withdrawal: 'cashout',
  receipt: 'receipt',
  refund: 'refund',
  dispute: 'dispute',
  hold_order: 'hold',
  correction: 'correction',
} as const satisfies Record<Subject, string>

export type ReferenceType = (typeof REFERENCES)[Subject]

export const SUBJECT_OF = Object.fromEntries(
  Object.entries(REFERENCES).map(([subject, type]) => [type, subject]),
) as Record<ReferenceType, Subject>
export const REFERENCE_TYPES = Object.keys(SUBJECT_OF) as ReferenceType[]

/** What an account has, by its two sides. */
export interface Amounts {
  available: Centavos
  blocked: Centavos
  total: Centavos
}

export const amountsOf = (available: Centavos, blocked: Centavos): Amounts => ({
  available,
  blocked,
  total: add(available, blocked),
})

/** How much a transfer of this kind and size changes each side. */
export function changeOf(type: LineType, size: Centavos): Amounts {
  const change = (side: Side) => changeIn(type, side, size)
  return amountsOf(change('available'), change('blocked'))
}

/** What of it the operator earns; below zero where it is given back. */
export const feeIn = (type: LineType, size: Centavos): Centavos => changeIn(type, 'fee', size)

function changeIn(type: LineType, side: Side, size: Centavos): Centavos {
  const [debit, credit]: readonly [Side, Side] = KINDS[type]
  if (credit === side) return size
  return debit === side ? (-size as Centavos) : ZERO
}

export interface Line {
  seq: bigint
  at: Date
  type: LineType
  change: Amounts
  after: Amounts
  fee: Centavos
  reference: Reference
}

export interface Reference {
  type: ReferenceType
  id: bigint
  /** Null for what has none. */
  uuid: string | null
  externalReference: string | null
  /** The sale that was paid, refunded or disputed. */
  saleUuid: string | null
  /** The Pix that brought the money, or took it out. */
  endToEndId: string | null
  /** Of the sale of a cycle of recurring PIX; absent elsewhere. */
  idRec?: string
  contrato?: string
}

export const referenceTypeOf = (subject: Subject): ReferenceType => REFERENCES[subject]
