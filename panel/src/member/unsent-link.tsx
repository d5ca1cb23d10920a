// An invitation without a mail: a note that it was not sent, and its link, which the inviting person passes on.
import { Group } from '@mantine/core'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { useWords } from '../words/words.ts'
import { teamWords } from './words.ts'

export function UnsentLink({ link }: { link: string }) {
  const t = useWords(teamWords)
  return (
    <Group gap="xs">
      <StatusBadge tone="attention">{t('open.notSent')}</StatusBadge>
      <CopyButton value={link} label={t('open.copyLink')} />
    </Group>
  )
}
