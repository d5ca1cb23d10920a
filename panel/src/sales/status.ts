// The states of a sale in tones; their names are in words.ts.
import type { SaleStatus } from '#sale/sale.ts'
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

export const SALE_STATUS_NAMES = Object.keys(SALE_TONES) as SaleStatus[]
