// The calendar of a recurrence: each cycle with the day and the state of its debit, newest first.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Debit, useDebits } from '../../api/recurrence/debits.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { isLive } from '../tones.ts'
import { CycleRow } from './cycle-row.tsx'
import classes from './cycles.module.css'
import { oneWords } from './words.ts'

export function CyclesSection({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  return (
    <Section title={t('cycles.title')}>
      <Cycles recurrence={recurrence} />
    </Section>
  )
}

function Cycles({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const [cursor, setCursor] = useState<string | null>(null)
  const { data, error, isPending, isLoadingError, refetch } = useDebits(recurrence.uuid, cursor, isLive(recurrence))
  if (isPending) return <LoadingRows rows={3} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const { nextCursor } = data
  const isLast = nextCursor === null
  return (
    <>
      {data.data.length === 0 && <None recurrence={recurrence} />}
      <ul className={classes.cycles}>
        {data.data.map((debit: Debit) => (
          <CycleRow key={debit.uuid} recurrence={recurrence} debit={debit} />
        ))}
        {isLast && recurrence.sale !== null && <FirstPayment sale={recurrence.sale} />}
      </ul>
      {(!isLast || cursor !== null) && (
        <Group gap="sm" mt="md">
          {cursor !== null && (
            <Button variant="default" onClick={() => setCursor(null)}>
              {t('cycles.newest')}
            </Button>
          )}
          {!isLast && (
            <Button variant="default" onClick={() => setCursor(nextCursor)}>
              {t('cycles.older')}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

function None({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const byHand = recurrence.status === 'APROVADA' && !recurrence.cobrancaAutomatica
  return (
    <Text c="dimmed" mb={recurrence.sale === null ? 0 : 'sm'}>
      {t(byHand ? 'cycles.noneByHand' : 'cycles.none')}
    </Text>
  )
}

/** Cycle 0 of the journeys that begin with a payment. */
function FirstPayment({ sale }: { sale: { uuid: string } }) {
  const t = useWords(oneWords)
  return (
    <li className={classes.cycle}>
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{t('cycles.first')}</Text>
        <LinkAnchor to="/vendas/$sale" params={{ sale: sale.uuid }} underline="always">
          {t('cycles.sale')}
        </LinkAnchor>
      </Group>
    </li>
  )
}
