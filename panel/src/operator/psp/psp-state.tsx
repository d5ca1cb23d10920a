// Whether a PSP answers. While its circuit is open, no calls are made for a while.
import { Text } from '@mantine/core'
import type { PspAccount } from '../../api/operator/psps.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { pspWords } from './words.ts'

export function PspState({ psp: { resting, lastTrouble } }: { psp: Pick<PspAccount, 'resting' | 'lastTrouble'> }) {
  const t = useWords(pspWords)
  return (
    <>
      <StatusBadge tone={resting ? 'bad' : 'good'}>{t(resting ? 'resting' : 'working')}</StatusBadge>
      {lastTrouble !== null && (
        <Text size="sm" c="dimmed">
          {t('lastTrouble')}: <span lang="en">{lastTrouble}</span>
        </Text>
      )}
    </>
  )
}
