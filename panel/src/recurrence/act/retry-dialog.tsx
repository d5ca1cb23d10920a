// Orders a further try of a debit that was not paid.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useRetryDebit } from '../../api/money/debits.ts'
import { Problem } from '../../api/problem.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
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
  const fault = isMissing ? 'missing' : faultOf(error)
  return (
    <ConfirmDialog
      opened
      title={t('retry.title', { cycle: debit.ciclo })}
      verb={t('retry.verb')}
      pending={isPending}
      sending={{ isSlow, repeat }}
      error={faultOf(error) === null ? error : null}
      onConfirm={order}
      onClose={onClose}
    >
      <Text>{t('retry.text')}</Text>
      <DayInput label={t('retry.day')} value={day} onChange={setDay} />
      {fault !== null && (
        <Text c="error" role="alert">
          {t(`retry.${fault}`)}
        </Text>
      )}
    </ConfirmDialog>
  )
}

function faultOf(error: unknown): 'badDay' | 'refused' | null {
  if (!(error instanceof Problem)) return null
  if (error.code === 'INVALID_DATA') return 'badDay'
  return error.code === 'CONFLICT' ? 'refused' : null
}
