// The statement: every change of the balance, and the balance after it.
import { OWN_STATEMENT } from '../api/money/statement.ts'
import { DownloadButton } from '../ui/values/download-button.tsx'
import { useWords } from '../words/words.ts'
import { StatementHeader } from './frame.tsx'
import { SellersTitle } from './line-row.tsx'
import { statementRoute } from './route.ts'
import { StatementBody } from './statement-body.tsx'
import { useStatementQuestion } from './use-statement-question.ts'
import { statementWords } from './words.ts'

export function StatementPage() {
  const t = useWords(statementWords)
  const search = statementRoute.useSearch()
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
