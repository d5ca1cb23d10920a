// A sale: what it is, its states, and which events each publishes. Pure; the verbs beside this file move it.
import type { Centavos } from '#kernel/money.ts'
import { unpaidEndOf } from '#kernel/terms/unpaid-end.ts'
import type { EventName } from '#notification/events/catalogue.ts'
import type { TransferPayee } from '#psp/transfer/payee.ts'

export const SALE_STATUSES = [
  'PENDENTE',
  'EM_PROCESSAMENTO',
  'PAGO',
  'CANCELADO',
  'RECUSADO',
  'ESTORNADO',
  'FALHA',
  'CHARGEBACK',
  'MED',
] as const

export type SaleStatus = (typeof SALE_STATUSES)[number]

/** What each status publishes: the signed event, and whether the sale's postback gets it (final statuses only). */
export const EVENTS_BY_STATE: Record<SaleStatus, { event: EventName | null; postback: boolean }> = {
  EM_PROCESSAMENTO: { event: null, postback: false },
  PENDENTE: { event: 'sale.pending', postback: false },
  PAGO: { event: 'sale.paid', postback: true },
  RECUSADO: { event: 'sale.refused', postback: true },
  FALHA: { event: 'sale.refused', postback: true },
  CANCELADO: { event: 'sale.canceled', postback: true },
  ESTORNADO: { event: 'sale.refunded', postback: true },
  CHARGEBACK: { event: 'sale.chargeback', postback: true },
  MED: { event: 'sale.chargeback', postback: true },
}

/** Every change of status that is allowed. It governs statuses only: money that arrives is booked in any case. */
const NEXT: Record<SaleStatus, readonly SaleStatus[]> = {
  EM_PROCESSAMENTO: ['PENDENTE', 'FALHA', 'PAGO', 'RECUSADO'],
  PENDENTE: ['EM_PROCESSAMENTO', 'PAGO', 'RECUSADO', 'CANCELADO'],
  CANCELADO: ['PAGO'],
  PAGO: ['ESTORNADO', 'MED', 'CHARGEBACK'],
  MED: ['PAGO', 'ESTORNADO'],
  CHARGEBACK: ['PAGO', 'ESTORNADO'],
  RECUSADO: [],
  ESTORNADO: [],
  FALHA: [],
}

export const mayBecome = (from: SaleStatus, to: SaleStatus): boolean => NEXT[from].includes(to)

export const PAYMENT_METHODS = ['PIX', 'CREDIT_CARD', 'DEBIT_CARD', 'BOLETO', 'TRANSFER', 'PIX_AUTOMATICO'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/**
 * What is paid at the PSP: an immediate charge, one with a due day, the debit of a cycle, a charge of the API of boletos and cards; or its
 * account, without a charge.
 */
const CHARGE_KINDS = ['cob', 'cobv', 'cobr', 'collect', 'transfer'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

export interface SaleKey {
  accountId: number
  id: bigint
}

export const saleKeyText = ({ accountId, id }: SaleKey) => `${accountId}/${id}`

export interface Item {
  id: bigint
  title: string
  unitPrice: Centavos
  quantity: number
  tangible: boolean
}

export interface Customer {
  name: string
  /** Absent ones are "". The document is digits (or an alphanumeric CNPJ), the phone is digits. */
  email: string
  document: string
  phone: string
}

export interface BankTransfer {
  reference: string
  payee: { pixKey: string } & TransferPayee
}

/** Of a sale by card: what may be shown of it. */
export interface SaleCard {
  lastFour: string | null
  brand: string | null
  installments: number
  decline: { code: string | null; message: string; isRetryable: boolean } | null
  /** Where its holder has to authenticate before anything is charged; null: nothing is asked of them. */
  challengeUrl: string | null
}

/** What the PSP has made of a sale by boleto or card, as far as it has answered. */
export interface SaleCharge {
  chargeId: string | null
  /** 47 digits. */
  line: string | null
  /** Absent or null: a boleto. */
  card?: SaleCard | null
}

export interface Sale extends SaleKey {
  uuid: string
  status: SaleStatus
  version: number
  paymentMethod: PaymentMethod
  amount: Centavos
  fee: Centavos
  net: Centavos
  /** What is kept back of it once it is paid, and for how many days. */
  reserve: Centavos
  reserveDays: number
  /** What is still held of that, as of when the sale was read. */
  reserveHeld: Centavos
  customer: Customer
  items: Item[]
  shipping: Record<string, unknown> | null
  externalReference: string | null
  postbackUrl: string | null
  pspAccountId: number
  chargeKind: ChargeKind
  txid: string
  brCode: string | null
  /** null: a Pix. */
  charge: SaleCharge | null
  idRec: string | null
  contrato: string | null
  /** The cart that it is to pay for. */
  cartId: bigint | null
  /** Of a sale that is paid by transfer: what its buyer is shown. */
  bankTransfer?: BankTransfer
  /** A creation whose charge is being taken away. It may still turn out to have been paid. */
  givenUp: boolean
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  /** The first PAGO; it stays. */
  completedAt: Date | null
}

/** Ended because its time was over. Before its time a sale ends only by a person's or a server's request. */
export const isExpired = (sale: Sale): boolean => unpaidEndOf(sale).end === 'EXPIRED'

/** The next form of a sale: a new status, one version on. */
export function moved(sale: Sale, status: SaleStatus, at: Date, change: Partial<Sale> = {}): Sale {
  if (!mayBecome(sale.status, status)) throw new Error(`a sale cannot go from ${sale.status} to ${status}`)
  const completedAt = status === 'PAGO' ? (sale.completedAt ?? at) : sale.completedAt
  return { ...sale, completedAt, ...change, status, version: sale.version + 1, updatedAt: at }
}
