// What an operator says of a cashout that waits for approval, in the list and on its page.
import { Group, Text } from '@mantine/core'
import { type HeldBack, vote } from '../../api/operator/cashouts.ts'
import { Facts } from '../../ui/layout/section.tsx'
import { Moment, momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from '../operator.module.css'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { AccountName, Reais } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { cashoutOperatorWords } from './words.ts'

export function Reasons({ cashout }: { cashout: HeldBack }) {
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
const NOT_YOU = {
  ASKED_BY_YOU: true,
  APPROVED_BY_YOU: true,
  APPROVED_FOR_THE_OTHER_SIDE: true,
  NOT_NEEDED: true,
  STOPPED: true,
  TIME_IS_OVER: true,
}

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
