// The head of every page of one account: its name, its possible status changes, and the links to its other pages.
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Account, useAccountOf } from '../../api/operator/accounts.ts'
import { OpenView } from '../../support/open-view.tsx'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ScreenTab, ScreenTabs } from '../../ui/layout/screen-tabs.tsx'
import { useWords } from '../../words/words.ts'
import { BackLink } from '../shared/parts.tsx'
import { StatusActions } from './status-actions.tsx'
import { accountsWords } from './words.ts'

interface AccountFrameProps {
  /** As it stands in the address. */
  id: string
  children: (account: Account) => ReactNode
}

export function AccountFrame({ id, children }: AccountFrameProps) {
  const found = useAccountOf(id)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const account = found.data
  return (
    <>
      <PageHeader
        title={account.name}
        above={<Above account={account} />}
        actions={
          <>
            <OpenView account={account} />
            <StatusActions account={account} />
          </>
        }
      />
      <Tabs account={account} />
      {children(account)}
    </>
  )
}

/** Nobody takes a test account for the live one of the same name, on none of its pages. */
function Above({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  return (
    <Group gap="sm">
      <BackLink to="/operacao/contas" />
      {account.liveAccountId !== null && <StatusBadge tone="attention">{t('test')}</StatusBadge>}
    </Group>
  )
}

const EXACT = { exact: true, includeSearch: false }

function Tabs({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const to = { params: { account: String(account.id) }, activeOptions: EXACT }
  return (
    <ScreenTabs label={t('tabs.label')}>
      <ScreenTab to="/operacao/contas/$account" {...to}>
        {t('tabs.terms')}
      </ScreenTab>
      <ScreenTab to="/operacao/contas/$account/extrato" {...to}>
        {t('tabs.statement')}
      </ScreenTab>
      <ScreenTab to="/operacao/contas/$account/bloqueios" {...to}>
        {t('tabs.holds')}
      </ScreenTab>
      <ScreenTab to="/operacao/contas/$account/regras" {...to}>
        {t('tabs.rules')}
      </ScreenTab>
      <ScreenTab to="/operacao/contas/$account/pessoas" {...to}>
        {t('tabs.people')}
      </ScreenTab>
    </ScreenTabs>
  )
}
