// The head of the lists of what is sold at the hosted checkout: links, and sessions.
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { linkWords } from './words.ts'

interface CheckoutsHeaderProps {
  title: string
  description: string
  actions?: ReactNode
}

const EXACT = { exact: true, includeSearch: false }

export function CheckoutsHeader(props: CheckoutsHeaderProps) {
  const t = useWords(linkWords)
  return (
    <>
      <PageHeader {...props} />
      <ScreenTabs label={t('tabs.label')}>
        <ScreenTab to="/links" activeOptions={EXACT}>
          {t('tabs.links')}
        </ScreenTab>
        <ScreenTab to="/links/sessoes" activeOptions={EXACT}>
          {t('tabs.sessions')}
        </ScreenTab>
      </ScreenTabs>
    </>
  )
}
