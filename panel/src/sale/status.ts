// The states of a sale as people know them, in tones; their names are in words.ts. A sale that was not paid in time is
// cancelled for the gateway; the panel shows it as expired.
import type { PaymentMethod, SaleStatus } from '#sale/sale.ts'
import type { Sale, SaleQuestion } from '../api/money/sales.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

type SaleState = SaleStatus | 'EXPIRADO'
/** The states that a badge shows beside those of the filter. */
type ShownState = SaleState | 'PARTLY_REFUNDED'

export const SALE_TONES: Record<ShownState, Tone> = {
  PENDENTE: 'waiting',
  EM_PROCESSAMENTO: 'waiting',
  PAGO: 'good',
  CANCELADO: 'quiet',
  EXPIRADO: 'quiet',
  RECUSADO: 'bad',
  ESTORNADO: 'quiet',
  FALHA: 'bad',
  CHARGEBACK: 'attention',
  MED: 'attention',
  PARTLY_REFUNDED: 'attention',
}

export const SALE_STATES = (Object.keys(SALE_TONES) as ShownState[]).filter(state => state !== 'PARTLY_REFUNDED')

/** In the order in which people choose them. */
export const PAYMENT_METHODS = [
  'PIX',
  'BOLETO',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'TRANSFER',
  'PIX_AUTOMATICO',
] as const satisfies PaymentMethod[]

const stateOf = ({ status, expired }: Pick<Sale, 'status' | 'expired'>): SaleState => (expired ? 'EXPIRADO' : status)

export const shownStateOf = (sale: Pick<Sale, 'status' | 'expired' | 'refundedAmount'>): ShownState =>
  sale.status === 'PAGO' && sale.refundedAmount > 0 ? 'PARTLY_REFUNDED' : stateOf(sale)

/** The query for the sales in a state. */
export function inState(state: SaleState | undefined): Pick<SaleQuestion, 'status' | 'expired'> {
  if (state === undefined) return {}
  if (state === 'EXPIRADO') return { status: 'CANCELADO', expired: true }
  return state === 'CANCELADO' ? { status: state, expired: false } : { status: state }
}

const NEVER_PAID: SaleStatus[] = ['CANCELADO', 'RECUSADO', 'FALHA']

export const isNeverPaid = ({ status }: Pick<Sale, 'status'>): boolean => NEVER_PAID.includes(status)

/** The seller's rest of a sale after its refunds; nothing of one that ended without money. */
export const netOf = (sale: Pick<Sale, 'status' | 'netAfterRefunds'>): number | null =>
  isNeverPaid(sale) ? null : sale.netAfterRefunds
