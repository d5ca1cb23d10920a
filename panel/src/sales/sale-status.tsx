// The state of a sale, named and toned.
import type { SaleStatus } from '#sale/sale.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useWords } from '../words/words.ts'
import { SALE_TONES } from './status.ts'
import { saleWords } from './words.ts'

export function SaleStatusBadge({ status }: { status: SaleStatus }) {
  const t = useWords(saleWords)
  return <StatusBadge tone={SALE_TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}
