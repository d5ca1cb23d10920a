// Why a cashout was not paid, and how much of a paid one came back.
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { centavosOf } from '../api/account/reais.ts'
import type { Cashout } from '../api/money/cashouts.ts'
import { momentText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { useCashoutFailureText } from './use-cashout-failure-text.ts'
import { cashoutWords } from './words.ts'

export function FailureNote({ cashout: { status, failure } }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  const textOf = useCashoutFailureText()
  if (status !== 'FAILED' && status !== 'CANCELLED') return null
  return (
    <Alert
      role="note"
      variant="default"
      color="red"
      icon={<IconAlertTriangle />}
      title={t(status === 'FAILED' ? 'failure.failed' : 'failure.cancelled')}
    >
      {(failure === undefined ? [] : textOf(failure)).map(text => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      <Text size="sm">{t('failure.moneyBack')}</Text>
    </Alert>
  )
}

export function ReturnedNote({ cashout: { returnedAmount, returnedAt } }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  const { locale } = useLanguage()
  if (returnedAmount === undefined || returnedAt === undefined) return null
  const message = { amount: moneyText(centavosOf(returnedAmount), locale), moment: momentText(returnedAt, locale) }
  return (
    <Alert role="note" variant="default" color="ocre" icon={<IconArrowBackUp />} title={t('returned.title')}>
      {t('returned.text', message)}
    </Alert>
  )
}
