// The second step: everything once more, before the money goes.
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useRules } from '../api/payout-rules.ts'
import type { Account } from '../api/session.ts'
import { Money, moneyText } from '../ui/money.tsx'
import { readablePixKey } from '../ui/pix-key.tsx'
import { Facts } from '../ui/section.tsx'
import { usePixKeyTypeName } from '../ui/use-pix-key-type-name.ts'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { costOf, type Draft, typeOf } from './ask.ts'
import classes from './request.module.css'
import { requestWords } from './request-words.ts'
import { isLost, SendProblem } from './send-problem.tsx'

export interface RequestReviewProps {
  draft: Draft & { amount: number }
  account: Account
  pending: boolean
  error: unknown
  onSend: () => void
  onBack: () => void
}

export function RequestReview({ draft, account, pending, error, onSend, onBack }: RequestReviewProps) {
  const t = useWords(requestWords)
  const { locale } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { net } = costOf(draft.amount, account)
  return (
    <Paper
      component="section"
      aria-labelledby="review"
      className={classes.sheet}
      p={{ base: 'md', sm: 'lg' }}
      maw={640}
    >
      <Stack gap="md">
        <div>
          <Title order={2} size="h3" id="review" ref={heading} tabIndex={-1}>
            {t('review.title')}
          </Title>
          <Text c="dimmed">{t('review.text')}</Text>
        </div>
        <Text className={classes.amount}>
          <Money centavos={net} />
        </Text>
        <Told draft={draft} account={account} />
        <WaitNote amount={draft.amount} />
        <SendProblem error={error} />
        <Group justify="flex-end" className={classes.acts ?? ''}>
          <Button variant="default" size="md" onClick={onBack} disabled={pending}>
            {t('review.back')}
          </Button>
          <Button size="md" leftSection={<IconSend size={18} />} loading={pending} onClick={onSend}>
            {isLost(error) ? t('review.again') : t('review.send', { amount: moneyText(net, locale) })}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Told({ draft, account }: { draft: RequestReviewProps['draft']; account: Account }) {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const type = typeOf(draft)
  const { fee } = costOf(draft.amount, account)
  const said = (name: string, value: string) => (value.trim() === '' ? null : { name, value })
  return (
    <Facts
      facts={[
        type && { name: t('review.to'), value: readablePixKey(type, draft.pixKey) },
        type && { name: t('keyType'), value: typeName(type) },
        { name: t('preview.fee'), value: <Money centavos={fee} /> },
        { name: t('preview.amount'), value: <Money centavos={draft.amount} /> },
        said(t('review.description'), draft.description),
        said(t('review.reference'), draft.externalReference),
      ]}
    />
  )
}

/** Where it is certain beforehand. */
function WaitNote({ amount }: { amount: number }) {
  const t = useWords(requestWords)
  const { data: rules } = useRules()
  const limit = rules?.approvalAboveCents ?? null
  if (limit === null || amount <= limit) return null
  return (
    <Alert role="note" variant="default" color="ocre">
      {t('review.waits')}
    </Alert>
  )
}
