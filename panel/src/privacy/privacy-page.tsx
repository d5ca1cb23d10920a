// The data of customers, for the owner of an account: what is held about one of them, and what can be erased.
import { ofAccount } from '../api/privacy/account.ts'
import { PageIfMay } from '../ui/layout/if-may.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useWords } from '../words/words.ts'
import { CustomerData } from './customer-data.tsx'
import { privacyWords } from './words.ts'

export function PrivacyPage() {
  const t = useWords(privacyWords)
  return (
    <PageIfMay route="POST /api/account/privacy/export" title={t('title')}>
      <PageHeader title={t('title')} description={t('description')} />
      <CustomerData routes={ofAccount} mayErase />
    </PageIfMay>
  )
}
