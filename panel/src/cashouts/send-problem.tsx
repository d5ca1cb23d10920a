// What has become of a request that was sent and not taken: it hangs, it was refused, or nobody knows.
import { Alert, Button, Text } from '@mantine/core'
import { Problem } from '../api/problem.ts'
import { isLost, isReused } from '../api/uncertain.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { useProblemText } from '../ui/problem-text.ts'
import { useWords } from '../words/words.ts'
import { requestWords } from './request-words.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** While the answer is waited for. The first answer that comes, of whichever request, is shown. */
export function SlowNote({ onRepeat }: { onRepeat: () => void }) {
  const t = useWords(requestWords)
  return (
    <Alert variant="default" color="ocre" role="alert" title={t('review.slowTitle')}>
      <Text size="sm" mb="sm">
        {t('review.slow')}
      </Text>
      <Button variant="default" size="sm" onClick={onRepeat}>
        {t('review.again')}
      </Button>
    </Alert>
  )
}

export function SendProblem({ error }: { error: unknown }) {
  const t = useWords(requestWords)
  if (error === null) return null
  if (isLost(error))
    return (
      <Alert variant="default" color="ocre" role="alert" title={t('review.lostTitle')}>
        {t('review.lost')}
      </Alert>
    )
  if (isReused(error))
    return (
      <Alert variant="default" color="ocre" role="alert" title={t('review.reusedTitle')}>
        {t('review.reused')}{' '}
        <LinkAnchor to="/saques" underline="always">
          {t('review.reusedLink')}
        </LinkAnchor>
      </Alert>
    )
  return <Refused error={error} />
}

function Refused({ error }: { error: unknown }) {
  const t = useWords(requestWords)
  const problemText = useProblemText()
  const equal = error instanceof Problem && error.code === 'CONFLICT' ? UUID.exec(error.message)?.[0] : undefined
  return (
    <Alert variant="default" color="red" role="alert">
      {equal === undefined ? (
        problemText(error)
      ) : (
        <>
          {t('review.equal')}{' '}
          <LinkAnchor to="/saques/$cashout" params={{ cashout: equal }} underline="always">
            {t('review.equalLink')}
          </LinkAnchor>
        </>
      )}
    </Alert>
  )
}
