// The desk's first page: whether money may leave, whether the house works, and what needs somebody.
import { Stack } from '@mantine/core'
import { PageHeader } from '../../ui/page-header.tsx'
import { useWords } from '../../words/words.ts'
import { deskWords } from '../words.ts'
import { AttentionSection } from './attention-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { SwitchSection } from './switch-section.tsx'
import { startWords } from './words.ts'

export function StartPage() {
  const t = useWords(startWords)
  const shared = useWords(deskWords)
  return (
    <>
      <PageHeader title={shared('title')} description={t('description')} />
      <Stack gap="lg">
        <RecoverySection />
        <SwitchSection />
        <AttentionSection />
      </Stack>
    </>
  )
}
