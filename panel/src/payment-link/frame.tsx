// The head of the pages about the hosted checkout: links, sessions, and how buyers see it.
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
        <ScreenTab to="/links/aparencia" activeOptions={EXACT}>
          {t('tabs.look')}
        </ScreenTab>
      </ScreenTabs>
    </>
  )
}
