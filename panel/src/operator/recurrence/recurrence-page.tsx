// One recurrence of any account, for the operator: whose it is, how it stands, and what became of its debits. Its payer is not shown.
import { Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type OperatorRecurrence, useOperatorRecurrence } from '../../api/operator/recurrence/stuck.ts'
import { isBetweenTries } from '../../recurrence/act/tries.ts'
import { oneWords } from '../../recurrence/one/words.ts'
import { RecurrenceStatusBadges } from '../../recurrence/recurrence-parts.tsx'
import { DEBIT_TONES } from '../../recurrence/tones.ts'
import { recurrenceWords } from '../../recurrence/words.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Fact, Facts, Section } from '../../ui/layout/section.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AccountLink, BackLink, PspLink } from '../shared/parts.tsx'
import { PlainRows } from '../shared/plain-table.tsx'
import { Ask } from './look-up-button.tsx'
import { stuckWords } from './words.ts'

const route = getRouteApi('/shell/operacao/recorrencias/$recurrence')

type Debit = OperatorRecurrence['debits'][number]

export function RecurrencePage() {
  const t = useWords(stuckWords)
  const { data, error, isPending, isLoadingError, refetch } = useOperatorRecurrence(route.useParams().recurrence)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const { accountId, idRec, contrato, debits } = data
  return (
    <>
      <PageHeader
        above={<BackLink to="/operacao/recorrencias" />}
        title={t('one.title', { contract: contrato })}
        actions={idRec === null ? null : <Ask about={contrato} body={{ accountId, idRec }} />}
      />
      <Stack gap="md">
        <Section title={t('one.facts')}>
          <RecurrenceFacts recurrence={data} />
        </Section>
        <Section title={t('one.debits')}>
          <Debits accountId={accountId} debits={debits} />
        </Section>
      </Stack>
    </>
  )
}

function RecurrenceFacts({ recurrence }: { recurrence: OperatorRecurrence }) {
  const t = useWords(stuckWords)
  const shared = useWords(recurrenceWords)
  const { locale } = useLanguage()
  const { encerramento } = recurrence
  const day = (name: string, value: string | null): Fact | null =>
    value === null ? null : { name, value: dayText(value, locale) }
  const facts: (Fact | null)[] = [
    { name: t('one.status'), value: <Status recurrence={recurrence} /> },
    { name: t('columns.account'), value: <AccountLink id={recurrence.accountId} /> },
    { name: t('columns.psp'), value: <PspLink id={recurrence.pspAccountId} /> },
    recurrence.idRec === null ? null : { name: t('one.idRec'), value: recurrence.idRec },
    { name: t('one.journey'), value: shared(`journey.name${recurrence.jornada}`) },
    day(t('one.firstDay'), recurrence.dataInicial),
    day(t('one.lastDay'), recurrence.dataFinal),
    encerramento && { name: t('one.ended'), value: <Moment at={encerramento.em} /> },
    encerramento && (encerramento.codigo ?? encerramento.descricao) !== null
      ? { name: t('one.why'), value: [encerramento.codigo, encerramento.descricao].filter(Boolean).join(': ') }
      : null,
  ]
  return <Facts facts={facts} />
}

/** One that its seller does not see yet, or never saw, has a state that only the operator reads. */
function Status({ recurrence }: { recurrence: OperatorRecurrence }) {
  const t = useWords(stuckWords)
  if (recurrence.status === 'CRIANDO') return <StatusBadge tone="waiting">{t('one.creating')}</StatusBadge>
  if (recurrence.status === 'FALHOU') return <StatusBadge tone="quiet">{t('one.failed')}</StatusBadge>
  return <RecurrenceStatusBadges recurrence={recurrence} />
}

function Debits({ accountId, debits }: { accountId: number; debits: Debit[] }) {
  const t = useWords(stuckWords)
  const one = useWords(oneWords)
  const { locale } = useLanguage()
  const columns: Column<Debit>[] = [
    { id: 'cycle', header: t('columns.cycle'), isNumber: true, cell: ({ ciclo }) => ciclo },
    { id: 'due', header: t('columns.due'), cell: ({ dataDeVencimento }) => dayText(dataDeVencimento, locale) },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    {
      id: 'state',
      header: t('columns.state'),
      cell: debit => {
        const status = isBetweenTries(debit) ? 'EXPIRADA' : debit.status
        return <StatusBadge tone={DEBIT_TONES[status]}>{one(`cycles.status.${status}`)}</StatusBadge>
      },
    },
    { id: 'txid', header: t('one.txid'), cell: ({ txid }) => txid },
    {
      id: 'action',
      header: t('columns.action'),
      cell: ({ txid, ciclo }) => <Ask about={one('cycles.cycle', { cycle: ciclo })} body={{ accountId, txid }} />,
    },
  ]
  if (debits.length === 0) return <Text c="dimmed">{t('one.noDebits')}</Text>
  return <PlainRows caption={t('one.debits')} columns={columns} rows={debits} rowKey={({ txid }) => txid} />
}
