// The status changes that are possible for an account.
import { Text } from '@mantine/core'
import { type Account, changeAccount } from '../../api/operator/accounts.ts'
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
  CLOSED: [],
}
const GOOD: Verb[] = ['approve', 'unblock']

export function StatusActions({ account }: { account: Account }) {
  const t = useWords(accountsWords)
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
      <Text>{t(`${verb}Ask`)}</Text>
    </DecisionDialog>
  )
}
