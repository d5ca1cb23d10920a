// The state of a cashout request that was sent and not accepted.
import { Alert } from '@mantine/core'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { Uncertain } from '../../ui/feedback/sent-notes.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { requestWords } from './request-words.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

export function SendProblem({ error }: { error: unknown }) {
  const t = useWords(requestWords)
  if (error === null) return null
  const link = (
    <LinkAnchor to="/saques" underline="always">
      {t('review.reusedLink')}
    </LinkAnchor>
  )
  return <Uncertain error={error} link={link} otherwise={<Refused error={error} />} />
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
