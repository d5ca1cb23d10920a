// Charges a cycle by hand: one that was missed, refused or cancelled, or each one where nothing is charged automatically.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChargeCycle } from '../../api/money/debits.ts'
import type { Recurrence } from '../../api/money/recurrences.ts'
import { Problem } from '../../api/problem.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { dayOf, dayText } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'

const FIRST_DAY = 3
const DAY_MS = 86_400_000

type Fault = 'dayMissing' | 'amountMissing' | 'badDay' | 'badAmount' | 'taken'

export function ChargeDialog({ recurrence, onClose }: { recurrence: Recurrence; onClose: () => void }) {
  const t = useWords(actionWords)
  const { locale } = useLanguage()
  const { mutate, isPending, isSlow, repeat, error } = useChargeCycle(recurrence.uuid)
  const [day, setDay] = useState('')
  const [amount, setAmount] = useState(recurrence.valorPadrao)
  const [missing, setMissing] = useState<Fault | null>(null)
  const { valor } = recurrence
  const charge = () => {
    const lack = day === '' ? 'dayMissing' : valor === null && amount === null ? 'amountMissing' : null
    setMissing(lack)
    if (lack !== null) return
    const done = () => {
      notifications.show({ message: t('charge.done') })
      onClose()
    }
    const own = valor === null && amount !== null ? { amount } : {}
    mutate({ dataDeVencimento: day, ...own }, { onSuccess: done })
  }
  const fault = missing ?? faultOf(error)
  const first = dayText(dayOf(new Date(Date.now() + FIRST_DAY * DAY_MS)), locale)
  return (
    <ConfirmDialog
      opened
      title={t('charge.title')}
      verb={t('charge.verb')}
      pending={isPending}
      sending={{ isSlow, repeat }}
      error={faultOf(error) === null ? error : null}
      onConfirm={charge}
      onClose={onClose}
    >
      <Text>{t('charge.text')}</Text>
      <DayInput
        label={t('charge.day')}
        description={t('charge.dayHelp', { day: first })}
        value={day}
        onChange={setDay}
      />
      {valor === null ? (
        <MoneyInput label={t('charge.amount')} value={amount} onChange={setAmount} />
      ) : (
        <Text>{t('charge.fixed', { amount: moneyText(valor, locale) })}</Text>
      )}
      {fault !== null && (
        <Text c="error" role="alert">
          {t(`charge.${fault}`)}
        </Text>
      )}
    </ConfirmDialog>
  )
}

function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Problem)) return null
  if (error.field === 'dataDeVencimento') return 'badDay'
  if (error.field === 'amount') return 'badAmount'
  return error.code === 'CONFLICT' ? 'taken' : null
}
