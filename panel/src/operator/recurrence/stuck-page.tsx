// What is stuck in recurring PIX: orders without an answer, debits without an end, payments without an authorisation, and why.
import { Stack, Text } from '@mantine/core'
import { type Stuck, useStuckRecurrences } from '../../api/operator/recurrence/stuck.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { LivePsps } from './live-psps.tsx'
import { StuckDebits, UnauthorizedPayments } from './stuck-tables.tsx'
import { stuckWords } from './words.ts'

export function StuckRecurrencesPage() {
  const t = useWords(stuckWords)
  const { data, error, isPending, isLoadingError, refetch } = useStuckRecurrences()
  if (isPending) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {isLoadingError ? <ErrorState error={error} retry={() => void refetch()} /> : <Parts stuck={data} />}
    </>
  )
}

function Parts({ stuck }: { stuck: Stuck }) {
  const t = useWords(stuckWords)
  const { unanswered, withoutEnd, unauthorized } = stuck
  return (
    <Stack gap="md">
      <Section title={t('unanswered')}>
        <StuckDebits caption={t('unanswered')} debits={unanswered} />
      </Section>
      <Section title={t('withoutEnd')}>
        <StuckDebits caption={t('withoutEnd')} debits={withoutEnd} />
      </Section>
      <Section title={t('unauthorized')}>
        <UnauthorizedPayments payments={unauthorized} />
      </Section>
      <MoneyOfEnded count={stuck.moneyOfEnded} />
      <Missed missed={stuck.missed} />
      <Section title={t('psps')}>
        <LivePsps live={stuck.live} />
      </Section>
    </Stack>
  )
}

function MoneyOfEnded({ count }: { count: number }) {
  const t = useWords(stuckWords)
  const link = (
    <LinkAnchor to="/operacao/recebimentos" underline="always">
      {t('seeMoney')}
    </LinkAnchor>
  )
  return (
    <Section title={t('money')}>
      <Text {...(count === 0 && { c: 'dimmed' })}>
        {count === 0 ? t('moneyNone') : t('money', { count })} {count > 0 && link}
      </Text>
    </Section>
  )
}

const CAUSES = [
  'VALOR_NAO_INFORMADO',
  'JANELA_PERDIDA',
  'PSP_DESLIGADO',
  'CONTA_PARADA',
  'TARIFA',
  'CICLO_RECUSADO',
] as const

function Missed({ missed }: { missed: Stuck['missed'] }) {
  const t = useWords(stuckWords)
  const facts = missed.map(({ cause, count }) => {
    const known = CAUSES.find(one => one === cause)
    return { name: known === undefined ? cause : t(`causes.${known}`), value: <span className="figures">{count}</span> }
  })
  return (
    <Section title={t('missed')}>
      {facts.length === 0 ? <Text c="dimmed">{t('missedNone')}</Text> : <Facts facts={facts} />}
    </Section>
  )
}
