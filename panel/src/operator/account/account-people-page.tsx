// The members of an account, and the reset of a lost second factor.
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Member, removeSecondFactor, useMembersOf } from '../../api/operator/people.ts'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { Breaking } from '../shared/parts.tsx'
import { PlainTable } from '../shared/plain-table.tsx'
import { operatorWords } from '../words.ts'
import { AccountFrame } from './account-frame.tsx'
import { accountsWords } from './words.ts'

const route = getRouteApi('/shell/operacao/contas/$account/pessoas')

export function AccountPeoplePage() {
  const { account } = route.useParams()
  return <AccountFrame id={account}>{({ id }) => <People accountId={id} />}</AccountFrame>
}

function People({ accountId }: { accountId: number }) {
  const t = useWords(accountsWords)
  return (
    <PlainTable
      caption={t('tabs.people')}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useMembersOf(accountId)}
    />
  )
}

function useColumns(): Column<Member>[] {
  const t = useWords(accountsWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'name', header: t('people.name'), cell: ({ name }) => name },
    { id: 'email', header: t('email'), cell: ({ email }) => <Breaking>{email}</Breaking> },
    { id: 'role', header: t('people.role'), cell: ({ role }) => t(`people.roles.${role}`) },
    { id: 'since', header: t('people.since'), cell: ({ createdAt }) => <Moment at={createdAt} form="day" /> },
    { id: 'act', header: shared('choice'), cell: member => <Help member={member} /> },
  ]
}

function Help({ member: { id, name, email } }: { member: Member }) {
  const t = useWords(accountsWords)
  return (
    <Act
      size="xs"
      label={t('people.lostFactor')}
      about={email}
      dialog={close => (
        <DecisionDialog
          title={t('people.lostFactor')}
          verb={t('people.lostFactorVerb')}
          dangerous
          action={({ reason }) => removeSecondFactor(id, reason)}
          message={t('people.lostFactorDone')}
          onClose={close}
        >
          <Text fw={600}>
            {name} ({email})
          </Text>
          <Text>{t('people.lostFactorAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}
