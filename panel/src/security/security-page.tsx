// How the person signs in: second factors, passkeys, sessions, and the password.
import { Stack } from '@mantine/core'
import { useFactors } from '../api/access/security.ts'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useWords } from '../words/words.ts'
import { AppSection } from './app-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { securityWords } from './words.ts'

export function SecurityPage() {
  const t = useWords(securityWords)
  const factors = useFactors()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="lg">
        {factors.isPending && <LoadingBlock height={320} />}
        {factors.isLoadingError && <ErrorState error={factors.error} retry={() => void factors.refetch()} />}
        {factors.data !== undefined && <AppSection factors={factors.data} />}
        {factors.data !== undefined && <PasskeysSection factors={factors.data} />}
        <SessionsSection />
        <PasswordSection />
      </Stack>
    </>
  )
}
