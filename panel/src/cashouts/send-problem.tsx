// What has become of a request that was sent and not taken: refused, or nobody knows.
import { Alert } from '@mantine/core'
import { Problem } from '../api/problem.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { useProblemText } from '../ui/problem-text.ts'
import { useWords } from '../words/words.ts'
import { requestWords } from './request-words.ts'

/** It may have been done all the same. */
export const isLost = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_FLIGHT')

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

export function SendProblem({ error }: { error: unknown }) {
  const t = useWords(requestWords)
  const problemText = useProblemText()
  if (error === null) return null
  if (isLost(error))
    return (
      <Alert variant="default" color="ocre" role="alert" title={t('review.lostTitle')}>
        {t('review.lost')}
      </Alert>
    )
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
