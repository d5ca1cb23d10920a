// Names what one cycle costs, where the payer has authorised no fixed amount.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { useChangeDebit } from '../../api/recurrence/debits.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'
import type { OfDebit } from './debit-actions.tsx'

export function AmountDialog({ recurrence, debit, onClose }: OfDebit & { onClose: () => void }) {
  const t = useWords(actionWords)
  const { locale } = useLanguage()
  const { mutate, isPending, error } = useChangeDebit(recurrence.uuid, debit.txid)
  const [amount, setAmount] = useState(debit.amount)
  const [fault, setFault] = useState<'missing' | 'below' | null>(null)
  const { valorMinimo } = recurrence
  const save = () => {
    const wrong = amount === null ? 'missing' : amount < (valorMinimo ?? 0) ? 'below' : null
    setFault(wrong)
    if (wrong !== null || amount === null) return
    mutate(
      { amount },
      {
        onSuccess: () => {
          notifications.show({ message: t('amount.done') })
          onClose()
        },
      },
    )
  }
  const isRefused = error instanceof Problem && (error.code === 'CONFLICT' || error.code === 'GENERAL_ERROR')
  return (
    <ConfirmDialog
      opened
      title={t('amount.title', { cycle: debit.ciclo })}
      verb={t('amount.verb')}
      pending={isPending}
      error={isRefused ? null : error}
      onConfirm={save}
      onClose={onClose}
    >
      <Text>{t('amount.text')}</Text>
      <MoneyInput
        label={t('amount.label')}
        {...(valorMinimo !== null && {
          description: t('amount.minimum', { amount: moneyText(valorMinimo, locale) }),
        })}
        value={amount}
        onChange={setAmount}
        error={fault !== null && t(`amount.${fault}`)}
        data-autofocus
      />
      {isRefused && (
        <Text c="error" role="alert">
          {t('amount.refused')}
        </Text>
      )}
    </ConfirmDialog>
  )
}
