// The state of a sale, named and toned.
import type { Sale } from '../../api/money/sales.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { SALE_TONES, shownStateOf } from '../status.ts'
import { saleStatusWords } from './status-words.ts'

export function SaleStatusBadge({ sale }: { sale: Pick<Sale, 'status' | 'expired' | 'refundedAmount'> }) {
  const t = useWords(saleStatusWords)
  const state = shownStateOf(sale)
  return <StatusBadge tone={SALE_TONES[state]}>{t(`status.${state}`)}</StatusBadge>
}
