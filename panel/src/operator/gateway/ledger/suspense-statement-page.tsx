// The statement of the suspense account: payments without an owner, and corrections.
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { SUSPENSE_STATEMENT } from '../../../api/operator/trial.ts'
import type { LineTitle } from '../../../statement/line-row.tsx'
import { StatementBody } from '../../../statement/statement-body.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useWords } from '../../../words/words.ts'
import { SUSPENSE_ACCOUNT_ID } from '../../shared/parts.tsx'
import { LedgerTabs } from './ledger-tabs.tsx'
import { trialWords } from './trial-words.ts'

const route = getRouteApi('/shell/operacao/razao/casa')

export function SuspenseStatementPage() {
  const t = useWords(trialWords)
  return (
    <>
      <PageHeader title={t('houseStatement')} description={t('statementText', { id: SUSPENSE_ACCOUNT_ID })} />
      <LedgerTabs />
      <StatementBody routes={SUSPENSE_STATEMENT} search={route.useSearch()} Title={Title} />
    </>
  )
}

const Title: LineTitle = ({ line }) => <Text fw={600}>{line.description}</Text>
