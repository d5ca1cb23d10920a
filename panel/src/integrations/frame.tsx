// The head of every screen of the integrations: title and description, and the way to the others that this person may read.
import type { ReactNode } from 'react'
import { IfMay } from '../ui/layout/if-may.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
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
        <IfMay route="GET /api/credentials">
          <ScreenTab to="/integracoes/chaves">{t('tabs.keys')}</ScreenTab>
        </IfMay>
        <IfMay route="GET /api/allowed-ips">
          <ScreenTab to="/integracoes/ips">{t('tabs.ips')}</ScreenTab>
        </IfMay>
        <ScreenTab to="/integracoes/webhooks">{t('tabs.webhooks')}</ScreenTab>
        <IfMay route="GET /api/requests">
          <ScreenTab to="/integracoes/requisicoes">{t('tabs.requests')}</ScreenTab>
        </IfMay>
      </ScreenTabs>
    </>
  )
}
