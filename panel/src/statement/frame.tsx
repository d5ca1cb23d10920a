// The head of the screens of the statement, and the way from one to the other, which keeps the period.
import type { ReactNode } from 'react'
import type { ChosenPeriod } from '../ui/filters/period.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { statementWords } from './words.ts'

interface StatementHeaderProps {
  title: string
  description: string
  actions?: ReactNode
  period: ChosenPeriod
}

export function StatementHeader({ period: { from, to }, ...header }: StatementHeaderProps) {
  const t = useWords(statementWords)
  const search = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  return (
    <>
      <PageHeader {...header} />
      <ScreenTabs label={t('tabs.label')}>
        <ScreenTab to="/extrato" search={search} activeOptions={EXACT}>
          {t('tabs.lines')}
        </ScreenTab>
        <ScreenTab to="/extrato/$view" params={CHECK} search={search} activeOptions={EXACT}>
          {t('tabs.reconciliation')}
        </ScreenTab>
        <ScreenTab to="/extrato/$view" params={AGENDA} activeOptions={EXACT}>
          {t('tabs.agenda')}
        </ScreenTab>
      </ScreenTabs>
    </>
  )
}

const EXACT = { exact: true, includeSearch: false }
const CHECK = { view: 'conferencia' }
const AGENDA = { view: 'agenda' }
