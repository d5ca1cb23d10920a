// The status changes that are possible for an account.
import { Text } from '@mantine/core'
import { type Account, changeAccount, useBalanceAt } from '../../api/operator/accounts.ts'
import { Facts } from '../../ui/layout/section.tsx'
import { dayOf } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { accountsWords } from './words.ts'

type Verb = 'approve' | 'block' | 'unblock' | 'closing' | 'close'
type Status = Account['status']

const LEADS_TO: Record<Verb, Exclude<Status, 'PENDING'>> = {
  approve: 'ACTIVE',
  block: 'BLOCKED',
  unblock: 'ACTIVE',
  closing: 'CLOSING',
  close: 'CLOSED',
}
const POSSIBLE: Record<Status, Verb[]> = {
  PENDING: ['approve', 'block'],
  ACTIVE: ['block', 'closing'],
  BLOCKED: ['unblock', 'closing'],
  CLOSING: ['unblock', 'close'],
  CLOSED: ['unblock'],
}
const GOOD: Verb[] = ['approve', 'unblock']

/** None at a test account, whose status is that of its live account. */
export function StatusActions({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  if (account.liveAccountId !== null) return null
  return POSSIBLE[account.status].map(verb => (
    <Act
      key={verb}
      label={t(verb)}
      variant={GOOD.includes(verb) ? 'filled' : 'default'}
      dialog={close => <StatusDialog account={account} verb={verb} onClose={close} />}
    />
  ))
}

function StatusDialog({ account, verb, onClose }: { account: Account; verb: Verb; onClose: () => void }) {
  const t = useWords(accountsWords)
  const status = LEADS_TO[verb]
  return (
    <DecisionDialog
      title={t(verb)}
      verb={t(verb)}
      dangerous={!GOOD.includes(verb)}
      action={({ reason }) => changeAccount(account.id, { status }, reason)}
      message={t('statusDone', { status: t(`status.${status}`) })}
      onClose={onClose}
    >
      <Text fw={600}>{account.name}</Text>
      {verb === 'close' && <Balance accountId={account.id} />}
      <Text>{t(sendsHeldCashouts(account, verb) ? 'closingBlockedAsk' : `${verb}Ask`)}</Text>
    </DecisionDialog>
  )
}

/** While an account is closed, what it had asked for is still paid. */
const sendsHeldCashouts = ({ status, transferAllowed }: Account, verb: Verb): boolean =>
  status === 'BLOCKED' && verb === 'closing' && transferAllowed

/** What nobody could cash out any more. */
function Balance({ accountId }: { accountId: number }) {
  const t = useWords(accountsWords)
  const { data } = useBalanceAt(accountId, dayOf(new Date()))
  if (data === undefined) return null
  return (
    <Facts
      facts={(['available', 'blocked', 'total'] as const).map(side => ({
        name: t(`sides.${side}`),
        value: <Money centavos={data[side]} />,
      }))}
    />
  )
}
