// On the first page: what is still to be released, and the next day on which something is. Nothing is shown where nothing is to come.
import { type AgendaDay, useAgenda } from '../api/money/receivables.ts'
import { Facts, Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { dayOf, dayText } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { receivableWords } from './words.ts'

/** As far as the gateway sums up at once. */
const DAYS_AHEAD = 60
const DAY_MS = 86_400_000

export function ReceivablesCard() {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  const now = Date.now()
  const { data } = useAgenda({ from: dayOf(new Date(now)), to: dayOf(new Date(now + DAYS_AHEAD * DAY_MS)) })
  if (data === undefined || data.totals.held === 0) return null
  const { totals } = data
  const next = data.data.find(isToCome)
  return (
    <Section title={t('sums.title')} aside={<ToAgenda />}>
      <Facts
        areBeside
        facts={[
          { name: t('sums.held'), value: <Money centavos={totals.held} fw={600} /> },
          next === undefined
            ? null
            : {
                name: t('nextDay', { day: dayText(next.day, locale, { day: 'numeric', month: 'long' }) }),
                value: <Money centavos={next.held} />,
              },
          totals.late > 0 ? { name: t('sums.late'), value: <Money centavos={totals.late} /> } : null,
        ]}
      />
    </Section>
  )
}

const isToCome = ({ held }: AgendaDay): boolean => held > 0

function ToAgenda() {
  const t = useWords(receivableWords)
  return (
    <LinkAnchor to="/extrato/$view" params={{ view: 'agenda' }} underline="always">
      {t('seeAgenda')}
    </LinkAnchor>
  )
}
