// The head of the team's screens.
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { teamWords } from './words.ts'

interface TeamHeaderProps {
  title: string
  description: string
  actions?: ReactNode
}

export function TeamHeader(props: TeamHeaderProps) {
  const t = useWords(teamWords)
  return (
    <>
      <PageHeader {...props} />
      <ScreenTabs label={t('tabs.label')}>
        <ScreenTab to="/equipe" activeOptions={{ exact: true, includeSearch: false }}>
          {t('tabs.members')}
        </ScreenTab>
        <ScreenTab to="/equipe/atividade" activeOptions={{ includeSearch: false }}>
          {t('tabs.activity')}
        </ScreenTab>
      </ScreenTabs>
    </>
  )
}
