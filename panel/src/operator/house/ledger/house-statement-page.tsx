// The statement of the suspense account: payments without an owner, and corrections.
import { Text } from '@mantine/core'
import { HOUSE_STATEMENT } from '../../../api/operator/trial.ts'
import type { LineTitle } from '../../../statement/line-row.tsx'
import { StatementBody } from '../../../statement/statement-body.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useWords } from '../../../words/words.ts'
import { houseStatementRoute } from '../../house-routes.ts'
import { HOUSE } from '../../shared/parts.tsx'
import { LedgerTabs } from './ledger-tabs.tsx'
import { trialWords } from './trial-words.ts'

export function HouseStatementPage() {
  const t = useWords(trialWords)
  return (
    <>
      <PageHeader title={t('houseStatement')} description={t('statementText', { id: HOUSE })} />
      <LedgerTabs />
      <StatementBody routes={HOUSE_STATEMENT} search={houseStatementRoute.useSearch()} Title={Title} />
    </>
  )
}

const Title: LineTitle = ({ line }) => <Text fw={600}>{line.description}</Text>
