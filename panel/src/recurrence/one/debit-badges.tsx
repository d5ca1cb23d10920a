// The state of a debit in words: also that a try of it has failed, and that its cancellation was asked for.
import type { Debit } from '../../api/recurrence/debits.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { daysAhead, isBetweenTries, mayBeTriedAgain, type Permitting } from '../act/tries.ts'
import { DEBIT_TONES } from '../tones.ts'
import { recurrenceWords } from '../words.ts'
import { oneWords } from './words.ts'

interface Shown {
  recurrence: Permitting
  debit: Debit
}

export function DebitBadges({ recurrence, debit }: Shown) {
  const list = useWords(recurrenceWords)
  const { tone, text } = useStateText({ recurrence, debit })
  return (
    <>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {debit.cancelamentoPedidoEm !== null && <StatusBadge tone="attention">{list('cancelling')}</StatusBadge>}
    </>
  )
}

/** Banks keep a debit as scheduled between two tries, when nothing of it is. */
function useStateText({ recurrence, debit }: Shown): { tone: Tone; text: string } {
  const t = useWords(oneWords)
  const { locale } = useLanguage()
  const { status } = debit
  if (!isBetweenTries(debit)) return { tone: DEBIT_TONES[status], text: t(`cycles.status.${status}`) }
  const [next] = daysAhead(debit)
  if (next !== undefined) return { tone: 'waiting', text: t('cycles.tryAgain', { day: dayText(next, locale) }) }
  return mayBeTriedAgain(recurrence, debit)
    ? { tone: 'attention', text: t('cycles.waitsForYou') }
    : { tone: 'bad', text: t('cycles.status.EXPIRADA') }
}
