// The head of every screen of the integrations: title and description, and the way to the other two.
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/page-header.tsx'
import { ScreenTab, ScreenTabs } from '../ui/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { integrationWords } from './words.ts'

interface IntegrationsHeaderProps {
  title: string
  description: string
  actions?: ReactNode
}

export function IntegrationsHeader(props: IntegrationsHeaderProps) {
  const t = useWords(integrationWords)
  return (
    <>
      <PageHeader {...props} />
      <ScreenTabs label={t('tabs.label')}>
        <ScreenTab to="/integracoes/chaves">{t('tabs.keys')}</ScreenTab>
        <ScreenTab to="/integracoes/ips">{t('tabs.ips')}</ScreenTab>
        <ScreenTab to="/integracoes/webhooks">{t('tabs.webhooks')}</ScreenTab>
      </ScreenTabs>
    </>
  )
}
