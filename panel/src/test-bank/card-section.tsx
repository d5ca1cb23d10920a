// The test cards, and a token of one of them for sales by the API.
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { TEST_CARD_NUMBERS, TEST_CARDS, type TestCard } from '#kernel/sandbox/outcomes.ts'
import { type TestCardRequest, useTestCardToken } from '../api/money/test-bank.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { IfMay } from '../ui/layout/if-may.tsx'
import { Code } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { useWords } from '../words/words.ts'
import { OutcomeSection } from './outcome-section.tsx'
import { outcomeWords } from './outcome-words.ts'
import { testBankWords } from './words.ts'

export function CardSection() {
  const t = useWords(testBankWords)
  const what = useWords(outcomeWords)
  return (
    <OutcomeSection
      title={t('cards.title')}
      text={t('cards.text')}
      outcomes={TEST_CARD_NUMBERS.map(number => ({ write: number, what: what(`cards.${TEST_CARDS[number]}`) }))}
    >
      <IfMay route="POST /api/test-bank/card-tokens">
        <TokenForm />
      </IfMay>
    </OutcomeSection>
  )
}

function TokenForm() {
  const t = useWords(testBankWords)
  const what = useWords(outcomeWords)
  const problemText = useProblemText()
  const [card, setCard] = useState<TestCardRequest>({ number: TEST_CARD_NUMBERS[0] as TestCard, funding: 'credit' })
  const { mutate, isPending, data, error } = useTestCardToken()
  const make = (event: FormEvent) => {
    event.preventDefault()
    mutate(card)
  }
  return (
    <form onSubmit={make}>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('cards.number')}
          value={card.number}
          onChange={event => setCard({ ...card, number: event.currentTarget.value as TestCard })}
          data={TEST_CARD_NUMBERS.map(value => ({
            value,
            label: `${value.slice(-4)}: ${what(`cards.${TEST_CARDS[value]}`)}`,
          }))}
        />
        <NativeSelect
          label={t('cards.funding')}
          value={card.funding}
          onChange={event => setCard({ ...card, funding: event.currentTarget.value as TestCardRequest['funding'] })}
          data={[
            { value: 'credit', label: t('cards.credit') },
            { value: 'debit', label: t('cards.debit') },
          ]}
        />
        <Button type="submit" variant="default" loading={isPending}>
          {t('cards.make')}
        </Button>
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {problemText(error)}
        </Text>
      )}
      {data !== undefined && (
        <Group gap="sm" mt="sm" role="status">
          <Code>{data.token}</Code>
          <CopyButton value={data.token} label={t('copy', { text: t('cards.token') })} />
        </Group>
      )}
    </form>
  )
}
