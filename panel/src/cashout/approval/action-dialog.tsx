// Asks once more before a cashout is approved, rejected or taken back, and for the reason.
import { Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { centavosOf } from '../../api/account/reais.ts'
import { type Action, type Cashout, useCashoutAction } from '../../api/money/cashouts.ts'
import { Problem } from '../../api/problem.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { Money } from '../../ui/values/money.tsx'
import { PixKey } from '../../ui/values/pix-key.tsx'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'

const MIN_REASON = 3
const MAX_REASON = 500

export interface ActionDialogProps {
  cashout: Cashout
  action: Action
  onClose: () => void
}

export function ActionDialog({ cashout, action, onClose }: ActionDialogProps) {
  const t = useWords(actionWords)
  const [written, setWritten] = useState('')
  const { mutate, isPending, isSlow, repeat, error } = useCashoutAction(cashout.uuid, action)
  const reason = written.trim()
  const isShort = reason.length < MIN_REASON && (action === 'reject' || reason !== '')
  const done = () => {
    notifications.show({ message: t(`${action}.done`) })
    onClose()
  }
  const known = wordFor(action, error, cashout)
  return (
    <ConfirmDialog
      opened
      title={t(`${action}.title`)}
      verb={t(`${action}.verb`)}
      dangerous={action !== 'approve'}
      disabled={action !== 'cancel' && isShort}
      pending={isPending}
      sending={{ isSlow, repeat }}
      error={known === null ? error : null}
      onConfirm={() => mutate(reason === '' ? {} : { reason }, { onSuccess: done })}
      onClose={onClose}
    >
      <Text>
        <Money centavos={centavosOf(cashout.amount)} fw={600} />
        {' → '}
        <PixKey type={cashout.pixKeyType} pixKey={cashout.pixKey} />
      </Text>
      <Text>{t(`${action}.text`)}</Text>
      {action !== 'cancel' && (
        <Textarea
          label={t(`${action}.reason`)}
          description={t('reasonHelp')}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={written}
          onChange={event => setWritten(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {known !== null && (
        <Text c="error" role="alert">
          {t(known)}
        </Text>
      )}
    </ConfirmDialog>
  )
}

const OBSTACLES = ['NOT_WAITING', 'TIME_IS_OVER', 'NOT_NEEDED', 'APPROVED_BY_YOU', 'STOPPED'] as const

/** The details behind a general refusal. After one the cashout has been read again, with what stands in this person's way now. */
function wordFor(action: Action, error: unknown, { you }: Cashout) {
  if (!(error instanceof Problem)) return null
  // It was looked up before anything was done.
  if (error.code === 'PSP_UNAVAILABLE') return 'unanswered'
  if (error.code !== 'CONFLICT') return null
  if (action === 'cancel') return 'tooLate'
  const obstacle = OBSTACLES.find(one => one === you?.mayNotBecause)
  return obstacle === undefined ? null : (`obstacles.${obstacle}` as const)
}
