// The bank's statement of a PSP account: its credits that are no Pix, the file of the bank that brings them, and what a person decides
// about those of which nobody knows what they are.
import { Box, Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { decideMovement, type Movement, useMovements } from '../../../api/operator/incoming-payment/statement.ts'
import { usePspAccount } from '../../../api/operator/psps.ts'
import { ErrorState, LoadingPage, NotFoundState } from '../../../ui/feedback/states.tsx'
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx'
import { ChoiceFilter, FilterBar } from '../../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../../ui/filters/use-filters.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { BackLink } from '../../../ui/navigation/back-link.tsx'
import { LinkAnchor, LinkButton } from '../../../ui/navigation/links.tsx'
import { CursorTable } from '../../../ui/tables/cursor-table.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { dayText } from '../../../ui/values/moment.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import { MOVEMENT_STATES } from '../../filters.ts'
import { receiptOperatorWords } from '../../incoming-payment/words.ts'
import classes from '../../operator.module.css'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { RowCards } from '../../shared/list-page.tsx'
import { Nothing } from '../../shared/parts.tsx'
import { operatorWords } from '../../words.ts'
import { StatementUpload } from './statement-upload.tsx'
import { transferWords } from './words.ts'

const route = getRouteApi('/shell/operacao/psps/$psp/extrato')

export function StatementPage() {
  const t = useWords(transferWords)
  const params = route.useParams()
  const found = usePspAccount(params.psp)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const psp = found.data
  if (psp === null) return <NotFoundState />
  return (
    <>
      <PageHeader
        title={t('statementOf', { name: psp.name })}
        description={t('statementText')}
        above={
          <BackLink to="/operacao/psps/$psp" params={params}>
            {psp.name}
          </BackLink>
        }
        actions={
          <LinkButton
            to="/operacao/recebimentos"
            search={{ status: 'UNACCEPTED', reason: 'UNCERTAIN_TRANSFER' }}
            variant="default"
          >
            {t('waiting')}
          </LinkButton>
        }
      />
      <Box mb="lg">
        <StatementUpload psp={psp.id} />
      </Box>
      <Lines psp={psp.id} />
    </>
  )
}

function Lines({ psp }: { psp: number }) {
  const t = useWords(transferWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { set, clear } = useFilters()
  const columns = useColumns(psp)
  return (
    <>
      <FilterBar label={shared('filters')} onClear={search.state === undefined ? null : clear}>
        <ChoiceFilter
          label={shared('status')}
          any={shared('any')}
          value={search.state}
          options={MOVEMENT_STATES}
          name={state => t(`state.${state}`)}
          onPick={state => set({ state })}
        />
      </FilterBar>
      <CursorTable
        caption={t('lines')}
        columns={columns}
        card={movement => <RowCards columns={columns} row={movement} />}
        rowKey={({ id }) => id}
        list={useMovements(String(psp), search)}
        empty={<Nothing isGood={search.state === 'UNCLEAR'} />}
      />
    </>
  )
}

const TONES: Record<Movement['state'], Tone> = {
  BOOKED: 'good',
  PIX: 'quiet',
  UNCLEAR: 'attention',
  DISMISSED: 'quiet',
}

function useColumns(psp: number): Column<Movement>[] {
  const t = useWords(transferWords)
  const shared = useWords(operatorWords)
  const { locale } = useLanguage()
  return [
    {
      id: 'payer',
      header: t('columns.payer'),
      cell: ({ payer }) => payer.name || payer.document || t('unnamed'),
    },
    {
      id: 'day',
      header: t('columns.day'),
      cell: ({ day }) => <span className="figures">{dayText(day, locale)}</span>,
    },
    { id: 'text', header: t('columns.text'), cell: movement => <BankText movement={movement} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    { id: 'state', header: t('columns.state'), cell: movement => <State movement={movement} /> },
    {
      id: 'act',
      header: shared('choice'),
      cell: movement => (isDecidable(movement) ? <Decide psp={psp} movement={movement} /> : '–'),
    },
  ]
}

function BankText({ movement: { message, source, lineId } }: { movement: Movement }) {
  const t = useWords(transferWords)
  return (
    <div className={classes.breaks}>
      {message ?? '–'}
      <Text size="sm" c="dimmed" className={classes.whole}>
        {t(`source.${source}`)} · {lineId}
      </Text>
    </div>
  )
}

/** With what has become of the money where it is booked, and why a person decided otherwise. */
function State({ movement: { state, receipt, decisionReason } }: { movement: Movement }) {
  const t = useWords(transferWords)
  const receipts = useWords(receiptOperatorWords)
  return (
    <>
      <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
      {receipt !== null && (
        <Text size="sm" c="dimmed">
          {receipts(`status.${receipt.status}`)}
          {receipt.status === 'UNACCEPTED' && receipt.reason !== null && `: ${receipts(`why.${receipt.reason}`)}`}
        </Text>
      )}
      {decisionReason !== null && (
        <Text size="sm" c="dimmed">
          {decisionReason}
        </Text>
      )}
    </>
  )
}

const isDecidable = ({ receipt, state }: Movement) => receipt !== null || state === 'UNCLEAR'

function Decide({ psp, movement }: { psp: number; movement: Movement }) {
  const t = useWords(transferWords)
  const { receipt } = movement
  if (receipt !== null)
    return (
      <LinkAnchor
        to="/operacao/recebimentos"
        search={{ accountId: String(receipt.accountId), id: String(receipt.id) }}
        underline="always"
        inherit
      >
        {t('seeReceipt')}
      </LinkAnchor>
    )
  return (
    <Group gap="xs" className={classes.acts}>
      {(['book', 'dismiss'] as const).map(verb => (
        <Act
          key={verb}
          size="xs"
          label={t(verb)}
          about={movement.message ?? movement.lineId}
          dialog={close => <DecideDialog psp={psp} movement={movement} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}

interface DecideDialogProps {
  psp: number
  movement: Movement
  verb: 'book' | 'dismiss'
  onClose: () => void
}

function DecideDialog({ psp, movement, verb, onClose }: DecideDialogProps) {
  const t = useWords(transferWords)
  return (
    <DecisionDialog
      title={t(verb)}
      verb={t(verb)}
      action={({ reason }) => decideMovement(psp, movement.id, verb, reason)}
      onClose={onClose}
    >
      <Text fw={600}>
        <Money centavos={movement.amount} /> · {movement.message ?? movement.lineId}
      </Text>
      <Text>{t(verb === 'book' ? 'bookAsk' : 'dismissAsk')}</Text>
    </DecisionDialog>
  )
}
