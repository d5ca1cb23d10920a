// Charges a cycle by hand: one that was missed, refused or cancelled, or each one where nothing is charged automatically.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChargeCycle } from '../../api/recurrence/debits.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { earliestDay } from '../earliest-day.ts'
import { Refused } from '../refusal/refused.tsx'
import { useRefusal } from '../refusal/use-refusal.ts'
import { actionWords } from './action-words.ts'

export function ChargeDialog({ recurrence, onClose }: { recurrence: Recurrence; onClose: () => void }) {
  const t = useWords(actionWords)
  const { locale } = useLanguage()
  const { mutate, isPending, isSlow, repeat, error } = useChargeCycle(recurrence.uuid)
  const [day, setDay] = useState('')
  const [amount, setAmount] = useState(recurrence.valorPadrao)
  const [isTried, setTried] = useState(false)
  const { valor } = recurrence
  const lacks = { dataDeVencimento: day === '', amount: valor === null && amount === null }
  const { fields, whole, others } = useRefusal(error, ['dataDeVencimento', 'amount'])
  const charge = () => {
    setTried(true)
    if (lacks.dataDeVencimento || lacks.amount) return
    const done = () => {
      notifications.show({ message: t('charge.done') })
      onClose()
    }
    const own = valor === null && amount !== null ? { amount } : {}
    mutate({ dataDeVencimento: day, ...own }, { onSuccess: done })
  }
  return (
    <ConfirmDialog
      opened
      title={t('charge.title')}
      verb={t('charge.verb')}
      pending={isPending}
      sending={{ isSlow, repeat }}
      error={others}
      onConfirm={charge}
      onClose={onClose}
    >
      <Text>{t('charge.text')}</Text>
      <DayInput
        label={t('charge.day')}
        description={t('charge.dayHelp', { day: dayText(earliestDay(), locale) })}
        value={day}
        onChange={setDay}
        error={isTried && lacks.dataDeVencimento ? t('charge.dayMissing') : fields.dataDeVencimento}
      />
      {valor === null ? (
        <MoneyInput
          label={t('charge.amount')}
          value={amount}
          onChange={setAmount}
          error={isTried && lacks.amount ? t('charge.amountMissing') : fields.amount}
        />
      ) : (
        <Text>{t('charge.fixed', { amount: moneyText(valor, locale) })}</Text>
      )}
      <Refused text={whole} />
    </ConfirmDialog>
  )
}
