// A buyer pays a code: of which name, which amount, and whether the charge may have ended.
import { Alert, Button, Checkbox, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DISPUTE_PAYER_NAMES, REFUND_PAYER_NAMES } from '#kernel/sandbox/outcomes.ts'
import { type PaidAtTestBank, usePayAtTestBank } from '../api/money/test-bank.ts'
import { Problem } from '../api/problem.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { MoneyInput } from '../ui/forms/money-input.tsx'
import { Unsaved } from '../ui/forms/unsaved.tsx'
import { Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { outcomeWords } from './outcome-words.ts'
import { playedName } from './played-name.ts'
import classes from './test-bank.module.css'
import { testBankWords } from './words.ts'

const MAX_CODE = 600

export function PaySection() {
  const t = useWords(testBankWords)
  const what = useWords(outcomeWords)
  const [code, setCode] = useState('')
  const [payerName, setPayerName] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const [evenIfEnded, setEvenIfEnded] = useState(false)
  const { mutate, isPending, data, error } = usePayAtTestBank()
  const refusal = useRefusalText()
  const pay = (event: FormEvent) => {
    event.preventDefault()
    mutate({
      code: code.trim(),
      ...(payerName !== '' && { payerName }),
      ...(amount !== null && { amount }),
      ...(evenIfEnded && { evenIfEnded }),
    })
  }
  return (
    <Section title={t('pay.title')}>
      <form onSubmit={pay}>
        <Stack gap="md">
          <Textarea
            label={t('pay.code')}
            description={t('pay.codeHelp')}
            autosize
            minRows={2}
            maxLength={MAX_CODE}
            autoComplete="off"
            spellCheck={false}
            required
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes.beside ?? ''}>
            <NativeSelect
              label={t('pay.payer')}
              description={t('pay.payerHelp')}
              value={payerName}
              onChange={event => setPayerName(event.currentTarget.value)}
              data={[
                { value: '', label: t('pay.buyer') },
                ...REFUND_PAYER_NAMES.map(name => ({
                  value: playedName(name),
                  label: `${name}: ${what(`refunds.${name}`)}`,
                })),
                ...DISPUTE_PAYER_NAMES.map(name => ({
                  value: playedName(name),
                  label: `${name}: ${what(`disputes.${name}`)}`,
                })),
              ]}
            />
            <MoneyInput label={t('pay.amount')} description={t('pay.amountHelp')} value={amount} onChange={setAmount} />
          </SimpleGrid>
          <Checkbox
            label={t('pay.ended')}
            checked={evenIfEnded}
            onChange={event => setEvenIfEnded(event.currentTarget.checked)}
          />
          {error !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {refusal(error)}
            </Text>
          )}
          {data !== undefined && <Paid what={data} />}
          <Unsaved when={code.trim() !== '' && !isPending && data === undefined} />
          <div>
            <Button type="submit" loading={isPending}>
              {t('pay.verb')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

function Paid({ what: { kind, uuid } }: { what: PaidAtTestBank }) {
  const t = useWords(testBankWords)
  return (
    <Alert color="petroleo" variant="default" role="status">
      {kind === 'sale' ? t('pay.paid') : t('pay.authorised')}{' '}
      {kind === 'sale' ? (
        <LinkAnchor to="/vendas/$sale" params={{ sale: uuid }}>
          {t('pay.show')}
        </LinkAnchor>
      ) : (
        <LinkAnchor to="/recorrencias/$recurrence" params={{ recurrence: uuid }}>
          {t('pay.showRecurrence')}
        </LinkAnchor>
      )}
    </Alert>
  )
}

function useRefusalText(): (error: unknown) => string {
  const t = useWords(testBankWords)
  const problemText = useProblemText()
  return error => {
    const code = error instanceof Problem ? error.code : null
    if (code === 'NOT_FOUND') return t('pay.unknown')
    return code === 'CONFLICT' ? t('pay.refused') : problemText(error)
  }
}
