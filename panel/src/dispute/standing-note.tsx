// The meaning of a dispute's state for the seller's money, in plain words, with the deadline while there is something to be
// done.
import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconGavel } from '@tabler/icons-react'
import type { Dispute } from '../api/money/disputes.ts'
import { distanceText, momentText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { isDefensible, standingOf } from './standing.ts'
import { disputeWords } from './words.ts'

export function StandingNote({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const { locale } = useLanguage()
  const standing = standingOf(dispute, new Date())
  const { deadlineAt, forfeitedAmount } = dispute
  const isOpen = isDefensible(standing)
  const isWon = standing === 'RELEASED' || standing === 'CANCELLED'
  return (
    <Alert
      role="note"
      variant="default"
      color={isOpen ? 'ocre' : 'mata'}
      icon={isOpen ? <IconClock /> : isWon ? <IconCircleCheck /> : <IconGavel />}
      title={t(`standing.${standing}.title`)}
    >
      <Stack gap="xs">
        {isOpen && deadlineAt !== null && (
          <Text fw={600}>
            {t('until', { moment: momentText(deadlineAt, locale), when: distanceText(deadlineAt, locale) })}
          </Text>
        )}
        <Text>{t(`standing.${standing}.text`, { amount: moneyText(forfeitedAmount, locale) })}</Text>
      </Stack>
    </Alert>
  )
}
