// A refusal in the person's language and, below that, in the gateway's own words, which name the field and the expected value.
import { Alert, Text } from '@mantine/core'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'

export function TheySay({ error }: { error: unknown }) {
  const t = useWords(operatorWords)
  const problemText = useProblemText()
  if (error === null) return null
  return (
    <Alert color="red" role="alert" variant="default">
      {problemText(error)}
      {error instanceof Problem && error.status > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('theySay')}: <span lang="en">{error.message}</span>
        </Text>
      )}
    </Alert>
  )
}
