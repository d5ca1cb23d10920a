// The states of a sale as people know them, in tones; their names are in words.ts. A sale that nobody paid in time is cancelled
// for the gateway; people are told that it has expired.
import type { SaleStatus } from '#sale/sale.ts'
import type { Sale, SaleQuestion } from '../api/money/sales.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

type SaleState = SaleStatus | 'EXPIRADO'
/** What a badge says beside the states that can be asked for. */
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

const stateOf = ({ status, expired }: Pick<Sale, 'status' | 'expired'>): SaleState => (expired ? 'EXPIRADO' : status)

export const shownStateOf = (sale: Pick<Sale, 'status' | 'expired' | 'refundedAmount'>): ShownState =>
  sale.status === 'PAGO' && sale.refundedAmount > 0 ? 'PARTLY_REFUNDED' : stateOf(sale)

/** How the gateway is asked for the sales in a state. */
export function inState(state: SaleState | undefined): Pick<SaleQuestion, 'status' | 'expired'> {
  if (state === undefined) return {}
  if (state === 'EXPIRADO') return { status: 'CANCELADO', expired: true }
  return state === 'CANCELADO' ? { status: state, expired: false } : { status: state }
}

const NEVER_PAID: SaleStatus[] = ['CANCELADO', 'RECUSADO', 'FALHA']

export const isNeverPaid = ({ status }: Pick<Sale, 'status'>): boolean => NEVER_PAID.includes(status)

/** What is left for the seller of a sale after its refunds; nothing of one that ended without money. */
export const netOf = (sale: Pick<Sale, 'status' | 'netAfterRefunds'>): number | null =>
  isNeverPaid(sale) ? null : sale.netAfterRefunds
