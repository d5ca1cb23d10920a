// The statement: every change of the balance, and the balance after it.
import { getRouteApi } from '@tanstack/react-router'
import { OWN_STATEMENT } from '../api/money/statement.ts'
import { DownloadButton } from '../ui/values/download-button.tsx'
import { useWords } from '../words/words.ts'
import { StatementHeader } from './frame.tsx'
import { SellersTitle } from './line-row.tsx'
import { StatementBody } from './statement-body.tsx'
import { useStatementQuestion } from './use-statement-question.ts'
import { statementWords } from './words.ts'

const route = getRouteApi('/shell/extrato')

export function StatementPage() {
  const t = useWords(statementWords)
  const search = route.useSearch()
  const { period, filters } = useStatementQuestion(search)
  const { language: _, ...exported } = filters
  return (
    <>
      <StatementHeader
        title={t('title')}
        description={t('description')}
        period={period}
        actions={<DownloadButton path="/api/statement/export.csv" query={exported} label={t('export')} />}
      />
      <StatementBody routes={OWN_STATEMENT} search={search} Title={SellersTitle} />
    </>
  )
}
