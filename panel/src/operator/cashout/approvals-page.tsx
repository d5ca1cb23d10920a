// Cashouts that wait for the operator's approval.
import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type HeldBack, useApprovals, vote } from '../../api/operator/cashouts.ts'
import { FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment, momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from '../operator.module.css'
import { NumberFilter } from '../shared/account-filters.tsx'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { AccountLink, AccountName, Nothing, Reais, RowCard } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { CashoutTabs } from './cashout-tabs.tsx'
import { cashoutOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/saques')

export function ApprovalsPage() {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { accountId } = search
  const { clear } = useFilters()
  return (
    <>
      <PageHeader title={t('approvals.title')} description={t('approvals.description')} />
      <CashoutTabs />
      <FilterBar label={shared('filters')} onClear={accountId === undefined ? null : clear}>
        <NumberFilter field="accountId" label={t('approvals.account')} example="1001" value={accountId} />
      </FilterBar>
      <CursorTable
        caption={t('approvals.caption')}
        columns={useColumns()}
        card={cashout => (
          <RowCard
            title={<KeyLink cashout={cashout} />}
            end={<Reais text={cashout.amount} />}
            action={<Votes cashout={cashout} />}
          >
            <Reasons cashout={cashout} /> · <AccountLink id={cashout.userId} />
          </RowCard>
        )}
        rowKey={cashout => cashout.uuid}
        list={useApprovals(search)}
        empty={<Nothing isGood={accountId === undefined} />}
      />
    </>
  )
}

function useColumns(): Column<HeldBack>[] {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'account', header: shared('account'), cell: ({ userId }) => <AccountLink id={userId} /> },
    { id: 'key', header: t('columns.key'), cell: cashout => <KeyLink cashout={cashout} /> },
    { id: 'reasons', header: t('columns.reasons'), cell: cashout => <Reasons cashout={cashout} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Reais text={amount} /> },
    { id: 'at', header: t('columns.at'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'act', header: shared('choice'), cell: cashout => <Votes cashout={cashout} /> },
  ]
}

const KeyLink = ({ cashout: { uuid, pixKey } }: { cashout: HeldBack }) => (
  <LinkAnchor to="/operacao/saques/$cashout" params={{ cashout: uuid }} underline="always" inherit>
    {pixKey}
  </LinkAnchor>
)

function Reasons({ cashout }: { cashout: HeldBack }) {
  const t = useWords(cashoutOperatorWords)
  return <span>{cashout.waitsFor.map(reason => t(`waits.${reason}`)).join(', ')}</span>
}

export function Votes({ cashout }: { cashout: HeldBack }) {
  const t = useWords(cashoutOperatorWords)
  const { locale } = useLanguage()
  const { you } = cashout
  const because = you?.mayNotBecause
  const verbs = [...(you?.mayApprove ? (['approve'] as const) : []), ...(you?.mayReject ? (['reject'] as const) : [])]
  return (
    <Group gap="xs" className={classes.acts}>
      {because === 'TOO_NEW' && you?.mayApproveFrom && (
        <Text size="sm">{t('notYet', { moment: momentText(you.mayApproveFrom, locale) })}</Text>
      )}
      {because && because in NOT_YOU && <Text size="sm">{t(`notYou.${because as keyof typeof NOT_YOU}`)}</Text>}
      {verbs.map(verb => (
        <Act
          key={verb}
          size="xs"
          variant={verb === 'approve' ? 'filled' : 'default'}
          label={t(verb)}
          about={cashout.pixKey}
          dialog={close => <VoteDialog cashout={cashout} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}

/** Why it is not for this operator, in words of their own. */
const NOT_YOU = { ASKED_BY_YOU: true, APPROVED_BY_YOU: true, APPROVED_FOR_THE_OTHER_SIDE: true, STOPPED: true }

function VoteDialog({
  cashout,
  verb,
  onClose,
}: {
  cashout: HeldBack
  verb: 'approve' | 'reject'
  onClose: () => void
}) {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const { approval } = cashout
  return (
    <DecisionDialog
      title={t(verb === 'approve' ? 'approveTitle' : 'rejectTitle')}
      verb={t(verb)}
      dangerous={verb === 'reject'}
      action={({ reason }) => vote(cashout.uuid, verb, reason)}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: shared('account'), value: <AccountName id={cashout.userId} /> },
          { name: t('columns.key'), value: cashout.pixKey },
          { name: t('columns.amount'), value: <Reais text={cashout.amount} /> },
          { name: t('columns.net'), value: <Reais text={cashout.netAmount} /> },
          { name: t('columns.reasons'), value: <Reasons cashout={cashout} /> },
          approval === undefined || approval.votes.length === 0
            ? null
            : { name: t('votes'), value: <ApprovalSummary approval={approval} /> },
          approval === undefined ? null : { name: t('expires'), value: <Moment at={approval.expiresAt} /> },
        ]}
      />
      <Text>{t(verb === 'approve' ? 'approveAsk' : 'rejectAsk')}</Text>
    </DecisionDialog>
  )
}

/** Who has agreed, or has not. */
function ApprovalSummary({ approval }: { approval: NonNullable<HeldBack['approval']> }) {
  const t = useWords(cashoutOperatorWords)
  return approval.votes.map(({ by, byName, decision, at }) => (
    <Text key={`${by}${at}`} component="span" display="block" inherit>
      {t(`said.${decision}`, { who: byName ?? by })}
    </Text>
  ))
}
