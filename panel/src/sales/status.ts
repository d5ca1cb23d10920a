// The states of a sale in tones; their names are in words.ts.
import type { SaleStatus } from '#sale/sale.ts'
import type { Sale } from '../api/sales.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const SALE_TONES: Record<SaleStatus, Tone> = {
  PENDENTE: 'waiting',
  EM_PROCESSAMENTO: 'waiting',
  PAGO: 'good',
  CANCELADO: 'quiet',
  RECUSADO: 'bad',
  ESTORNADO: 'quiet',
  FALHA: 'bad',
  CHARGEBACK: 'attention',
  MED: 'attention',
}

const NEVER_PAID: SaleStatus[] = ['CANCELADO', 'RECUSADO', 'FALHA']

export const isNeverPaid = ({ status }: Pick<Sale, 'status'>): boolean => NEVER_PAID.includes(status)

/** What is the seller's of a sale; nothing of one that ended without money, or whose money went back. */
export const netOf = (sale: Pick<Sale, 'status' | 'netAmount'>): number | null =>
  isNeverPaid(sale) || sale.status === 'ESTORNADO' ? null : sale.netAmount

export const SALE_STATUS_NAMES = Object.keys(SALE_TONES) as SaleStatus[]
