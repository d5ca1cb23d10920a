// The state of a request that was sent and not accepted: it hangs, its outcome is unknown, or it was sent before.
import { Alert, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isLost, isReused } from '../../api/uncertain.ts'
import { useWords } from '../../words/words.ts'
import { sentWords } from './sent-words.ts'

/** While the answer is waited for; the first one that comes, of whichever request, counts. Not everything can be sent twice. */
export function SlowNote({ onRepeat }: { onRepeat: (() => void) | null }) {
  const t = useWords(sentWords)
  return (
    <Alert variant="default" color="ocre" role="alert" title={t('slowTitle')}>
      <Text size="sm">{t(onRepeat === null ? 'slowAlone' : 'slow')}</Text>
      {onRepeat !== null && (
        <Button variant="default" size="sm" mt="sm" onClick={onRepeat}>
          {t('again')}
        </Button>
      )}
    </Alert>
  )
}

interface UncertainProps {
  error: unknown
  /** The link to the result of the earlier request. */
  link?: ReactNode
  /** The text of a definite refusal. */
  otherwise: ReactNode
}

export function Uncertain({ error, link, otherwise }: UncertainProps) {
  const t = useWords(sentWords)
  const kind = isLost(error) ? 'lost' : isReused(error) ? 'reused' : null
  if (kind === null) return otherwise
  return (
    <Alert variant="default" color="ocre" role="alert" title={t(`${kind}Title`)}>
      {t(kind)} {kind === 'reused' && link}
    </Alert>
  )
}
