// The debits of one day, each with its recurrence.
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Entry, useCalendarDay } from '../../api/recurrence/calendar.ts'
import classes from '../../ui/calendar/calendar.module.css'
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { oneWords } from '../one/words.ts'
import { DEBIT_TONES } from '../tones.ts'
import { calendarWords } from './calendar-words.ts'

/** It comes into sight when it is chosen above. */
export function DaySection({ day }: { day: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It answers a promise in newer browsers, which an effect must not.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const t = useWords(calendarWords)
  const { locale } = useLanguage()
  return (
    <div ref={place} className={classes.place}>
      <Section title={t('dayTitle', { day: dayText(day, locale, { dateStyle: 'long' }) })}>
        <Entries day={day} />
      </Section>
    </div>
  )
}

function Entries({ day }: { day: string }) {
  const t = useWords(calendarWords)
  const [cursor, setCursor] = useState<string | null>(null)
  const { data, error, isPending, isLoadingError, refetch } = useCalendarDay(day, cursor)
  if (isPending) return <LoadingRows rows={3} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const { nextCursor } = data
  return (
    <>
      {data.data.length === 0 && <Text c="dimmed">{t('dayEmpty')}</Text>}
      <ul className={classes.entries}>
        {data.data.map(entry => (
          <EntryRow key={`${entry.recurrence} ${entry.ciclo} ${entry.txid}`} day={day} entry={entry} />
        ))}
      </ul>
      {(nextCursor !== null || cursor !== null) && (
        <Group gap="sm" mt="md">
          {cursor !== null && (
            <Button variant="default" onClick={() => setCursor(null)}>
              {t('first')}
            </Button>
          )}
          {nextCursor !== null && (
            <Button variant="default" onClick={() => setCursor(nextCursor)}>
              {t('more')}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

function EntryRow({ day, entry }: { day: string; entry: Entry }) {
  const t = useWords(calendarWords)
  const one = useWords(oneWords)
  const { locale } = useLanguage()
  const { recurrence, contrato, customerName, ciclo, status, amount, dataDeVencimento } = entry
  const about = [
    contrato,
    one('cycles.cycle', { cycle: ciclo }),
    dataDeVencimento !== day && t('due', { day: dayText(dataDeVencimento, locale) }),
  ]
  return (
    <li>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <LinkAnchor to="/recorrencias/$recurrence" params={{ recurrence }} fw={600} className="breaks">
          {customerName}
        </LinkAnchor>
        {amount === null ? (
          <StatusBadge tone="attention">{t('noAmount')}</StatusBadge>
        ) : (
          <Money centavos={amount} fw={600} />
        )}
      </Group>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" className="breaks">
          {about.filter(Boolean).join(' · ')}
        </Text>
        <EntryBadge status={status} />
      </Group>
    </li>
  )
}

function EntryBadge({ status }: Pick<Entry, 'status'>) {
  const t = useWords(calendarWords)
  const one = useWords(oneWords)
  if (status === 'PREVISTA') return <StatusBadge tone="quiet">{t('planned')}</StatusBadge>
  if (status === 'NOVA_TENTATIVA') return <StatusBadge tone="waiting">{t('again')}</StatusBadge>
  const known = status === 'NAO_PAGA' ? 'EXPIRADA' : status
  return <StatusBadge tone={DEBIT_TONES[known]}>{one(`cycles.status.${known}`)}</StatusBadge>
}
