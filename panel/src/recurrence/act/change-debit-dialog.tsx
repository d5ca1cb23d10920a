// Changes a cycle that is planned: its day, what it sells and, where the payer has authorised no fixed amount, what it costs.
import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type Debit, type DebitChange, useChangeDebit } from '../../api/recurrence/debits.ts'
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
import type { OfDebit } from './debit-actions.tsx'

interface Draft {
  amount: number | null
  day: string
  title: string
}

export function ChangeDebitDialog({ recurrence, debit, onClose }: OfDebit & { onClose: () => void }) {
  const t = useWords(actionWords)
  const { locale } = useLanguage()
  const { mutate, isPending, error } = useChangeDebit(recurrence.uuid, debit.txid)
  const [draft, setDraft] = useState<Draft>({ amount: debit.amount, day: debit.dataDeVencimento, title: '' })
  const [isTried, setTried] = useState(false)
  const { fields, whole, others } = useRefusal(error, ['amount', 'dataDeVencimento', 'items.0.title'])
  const { valor, valorMinimo } = recurrence
  const fault = amountFault(draft, debit, recurrence)
  const put = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const save = () => {
    setTried(true)
    if (fault !== null || draft.day === '') return
    const change = changeOf(draft, debit, recurrence)
    if (Object.keys(change).length === 0) return onClose()
    const done = () => {
      notifications.show({ message: t('amount.done') })
      onClose()
    }
    mutate(change, { onSuccess: done })
  }
  const minimum = valorMinimo === null ? null : t('amount.minimum', { amount: moneyText(valorMinimo, locale) })
  return (
    <ConfirmDialog
      opened
      title={t('amount.title', { cycle: debit.ciclo })}
      verb={t('amount.verb')}
      pending={isPending}
      error={others}
      onConfirm={save}
      onClose={onClose}
    >
      <Text>{t('amount.text')}</Text>
      {valor === null ? (
        <MoneyInput
          label={t('amount.label')}
          {...(minimum !== null && { description: minimum })}
          value={draft.amount}
          onChange={amount => put({ amount })}
          error={isTried && fault !== null ? t(`amount.${fault}`) : fields.amount}
          data-autofocus
        />
      ) : (
        <Text>{t('amount.fixed', { amount: moneyText(valor, locale) })}</Text>
      )}
      <DayInput
        label={t('amount.day')}
        description={t('amount.dayHelp', { day: dayText(earliestDay(), locale) })}
        value={draft.day}
        onChange={day => put({ day })}
        error={isTried && draft.day === '' ? t('amount.dayMissing') : fields.dataDeVencimento}
      />
      <TextInput
        label={t('amount.items')}
        description={t('amount.itemsHelp')}
        autoComplete="off"
        maxLength={120}
        value={draft.title}
        onChange={({ currentTarget }) => put({ title: currentTarget.value })}
        error={fields['items.0.title']}
      />
      <Refused text={whole} />
    </ConfirmDialog>
  )
}

/** A cycle without an amount may stay so while only its day changes. */
function amountFault({ amount, day, title }: Draft, debit: Debit, { valor, valorMinimo }: Recurrence) {
  if (valor !== null) return null
  const isOnlyMoved = day !== debit.dataDeVencimento && title === '' && debit.amount === null
  if (amount === null) return isOnlyMoved ? null : 'missing'
  return amount < (valorMinimo ?? 0) ? 'below' : null
}

/** Only what differs is sent. */
function changeOf({ amount, day, title }: Draft, debit: Debit, { valor }: Recurrence): DebitChange {
  const price = valor ?? amount ?? 0
  return {
    ...(valor === null && amount !== null && amount !== debit.amount && { amount }),
    ...(day !== debit.dataDeVencimento && { dataDeVencimento: day }),
    ...(title.trim() !== '' && { items: [{ title: title.trim(), unitPrice: price, quantity: 1 }] }),
  }
}
