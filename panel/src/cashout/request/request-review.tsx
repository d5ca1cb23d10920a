// The second step: everything once more, before the money goes.
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useRules } from '../../api/account/payout-rules.ts'
import { isLost, isReused } from '../../api/uncertain.ts'
import { SlowNote } from '../../ui/feedback/sent-notes.tsx'
import { Facts } from '../../ui/layout/section.tsx'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { readablePixKey } from '../../ui/values/pix-key.tsx'
import { usePixKeyTypeName } from '../../ui/values/use-pix-key-type-name.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { type Cost, type Draft, pixKeyOf } from './draft.ts'
import { RecipientNote } from './recipient-note.tsx'
import classes from './request.module.css'
import { requestWords } from './request-words.ts'
import { SendProblem } from './send-problem.tsx'

export interface RequestReviewProps {
  draft: Draft
  cost: Cost
  pending: boolean
  /** The gateway has not answered for some seconds. */
  isSlow: boolean
  error: unknown
  send: () => void
  repeat: () => void
  onBack: () => void
}

export function RequestReview({ draft, cost, pending, isSlow, error, send, repeat, onBack }: RequestReviewProps) {
  const t = useWords(requestWords)
  const { locale } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
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
          <Money centavos={cost.net} />
        </Text>
        <RecipientNote known={pixKeyOf(draft)} />
        <Notifications draft={draft} cost={cost} />
        <WaitNote amount={cost.gross} />
        {pending && isSlow && <SlowNote onRepeat={repeat} />}
        <SendProblem error={error} />
        <Group justify="flex-end" className={classes.acts ?? ''}>
          <Button variant="default" size="md" onClick={onBack} disabled={pending}>
            {t('review.back')}
          </Button>
          {!isReused(error) && (
            <Button size="md" leftSection={<IconSend size={18} />} loading={pending} onClick={send}>
              {isLost(error) ? t('review.again') : t('review.send', { amount: moneyText(cost.net, locale) })}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function Notifications({ draft, cost }: Pick<RequestReviewProps, 'draft' | 'cost'>) {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const known = pixKeyOf(draft)
  const message = (name: string, value: string) => (value.trim() === '' ? null : { name, value })
  return (
    <Facts
      facts={[
        known && { name: t('review.to'), value: readablePixKey(known.type, known.key) },
        known && { name: t('keyType'), value: typeName(known.type) },
        { name: t('preview.net'), value: <Money centavos={cost.net} /> },
        { name: t('preview.fee'), value: <Money centavos={cost.fee} /> },
        { name: t('preview.amount'), value: <Money centavos={cost.gross} /> },
        message(t('review.description'), draft.description),
        message(t('review.reference'), draft.externalReference),
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
