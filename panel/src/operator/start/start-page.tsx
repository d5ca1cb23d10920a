// The operator's first page: whether money may leave, whether the gateway works, what needs a person, and a few figures.
import { Stack } from '@mantine/core'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'
import { AttentionSection } from './attention-section.tsx'
import { FiguresSection } from './figures-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { SwitchSection } from './switch-section.tsx'
import { useAttention } from './use-attention.tsx'
import { startWords } from './words.ts'

export function StartPage() {
  const t = useWords(startWords)
  const shared = useWords(operatorWords)
  const found = useAttention()
  return (
    <>
      <PageHeader title={shared('title')} description={t('description')} />
      <Stack gap="lg">
        <RecoverySection />
        <SwitchSection />
        <AttentionSection found={found} />
        {/* Below what it would be moved by, when that is there. */}
        {!found.isPending && <FiguresSection />}
      </Stack>
    </>
  )
}
