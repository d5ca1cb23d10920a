// Why a charge was not made, or that it may have been.
import { Alert } from '@mantine/core'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { Uncertain } from '../../ui/feedback/sent-notes.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { quickWords } from './quick-words.ts'

export function ChargeProblem({ error }: { error: unknown }) {
  const t = useWords(quickWords)
  const problemText = useProblemText()
  if (error === null) return null
  const summary = (
    <Alert variant="default" color="red" role="alert">
      {problemText(error)}
    </Alert>
  )
  const link = (
    <LinkAnchor to="/vendas" underline="always">
      {t('reusedLink')}
    </LinkAnchor>
  )
  return <Uncertain error={error} link={link} otherwise={summary} />
}
