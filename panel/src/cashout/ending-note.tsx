// Why a cashout was not paid, and how much of a paid one came back.
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { centavosOf } from '../api/account/reais.ts'
import type { Cashout } from '../api/money/cashouts.ts'
import { momentText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { cashoutWords } from './words.ts'

const KNOWN = {
  APPROVAL_REFUSED: 'failure.APPROVAL_REFUSED',
  APPROVAL_EXPIRED: 'failure.APPROVAL_EXPIRED',
  CHECK_REFUSED: 'failure.CHECK_REFUSED',
  RELEASED: 'failure.RELEASED',
  AC03: 'failure.AC03',
  chave_favorecido_nao_encontrada: 'failure.key',
  PIX_KEY_NOT_FOUND: 'failure.key',
} as const

const OF_PEOPLE = ['APPROVAL_REFUSED', 'CHECK_REFUSED']

export function FailureNote({ cashout: { status, failure } }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  if (status !== 'FAILED' && status !== 'CANCELLED') return null
  return (
    <Alert
      role="note"
      variant="default"
      color="red"
      icon={<IconAlertTriangle />}
      title={t(status === 'FAILED' ? 'failure.failed' : 'failure.cancelled')}
    >
      {failure !== undefined && <Why {...failure} />}
      <Text size="sm">{t('failure.moneyBack')}</Text>
    </Alert>
  )
}

function Why({ code, message }: { code: string; message: string }) {
  const t = useWords(cashoutWords)
  if (code in KNOWN && !OF_PEOPLE.includes(code)) return <Text size="sm">{t(KNOWN[code as keyof typeof KNOWN])}</Text>
  const text = OF_PEOPLE.includes(code) ? t('failure.reason', { message }) : t('failure.said', { message })
  return (
    <>
      <Text size="sm">{t(code in KNOWN ? KNOWN[code as keyof typeof KNOWN] : 'failure.other')}</Text>
      <Text size="sm">{text}</Text>
    </>
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
