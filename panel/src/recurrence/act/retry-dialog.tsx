// Orders a further try of a debit that was not paid.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useRetryDebit } from '../../api/recurrence/debits.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { Refused } from '../refusal/refused.tsx'
import { useRefusal } from '../refusal/use-refusal.ts'
import { actionWords } from './action-words.ts'
import type { OfDebit } from './debit-actions.tsx'

export function RetryDialog({ recurrence, debit, onClose }: OfDebit & { onClose: () => void }) {
  const t = useWords(actionWords)
  const { mutate, isPending, isSlow, repeat, error } = useRetryDebit(recurrence.uuid, debit.txid)
  const [day, setDay] = useState('')
  const [isMissing, setMissing] = useState(false)
  const order = () => {
    setMissing(day === '')
    if (day === '') return
    mutate(
      { data: day },
      {
        onSuccess: () => {
          notifications.show({ message: t('retry.done') })
          onClose()
        },
      },
    )
  }
  const { fields, whole, others } = useRefusal(error, ['data'], t('retry.unanswered'))
  return (
    <ConfirmDialog
      opened
      title={t('retry.title', { cycle: debit.ciclo })}
      verb={t('retry.verb')}
      pending={isPending}
      sending={{ isSlow, repeat }}
      error={others}
      onConfirm={order}
      onClose={onClose}
    >
      <Text>{t('retry.text')}</Text>
      <DayInput
        label={t('retry.day')}
        value={day}
        onChange={setDay}
        error={isMissing ? t('retry.missing') : fields.data}
      />
      <Refused text={whole} />
    </ConfirmDialog>
  )
}
