// Asks once more before a cashout is approved, rejected or taken back, and for the reason.
import { Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type Cashout, type Deed, useCashoutDeed } from '../api/cashouts.ts'
import { Problem } from '../api/problem.ts'
import { centavosOf } from '../api/reais.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Money } from '../ui/money.tsx'
import { PixKey } from '../ui/pix-key.tsx'
import { useWords } from '../words/words.ts'
import { deedWords } from './deed-words.ts'

const SHORTEST_REASON = 3
const LONGEST_REASON = 500

export interface DeedDialogProps {
  cashout: Cashout
  deed: Deed
  onClose: () => void
}

export function DeedDialog({ cashout, deed, onClose }: DeedDialogProps) {
  const t = useWords(deedWords)
  const [written, setWritten] = useState('')
  const { mutate, isPending, isSlow, repeat, error } = useCashoutDeed(cashout.uuid, deed)
  const reason = written.trim()
  const isShort = reason.length < SHORTEST_REASON && (deed === 'reject' || reason !== '')
  const done = () => {
    notifications.show({ message: t(`${deed}.done`) })
    onClose()
  }
  const known = wordFor(deed, error)
  return (
    <ConfirmDialog
      opened
      title={t(`${deed}.title`)}
      verb={t(`${deed}.verb`)}
      dangerous={deed !== 'approve'}
      disabled={deed !== 'cancel' && isShort}
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
      <Text>{t(`${deed}.text`)}</Text>
      {deed !== 'cancel' && (
        <Textarea
          label={t(`${deed}.reason`)}
          description={t('reasonHelp')}
          autosize
          minRows={2}
          maxLength={LONGEST_REASON}
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

/** What is behind a refusal that says little by itself. */
function wordFor(deed: Deed, error: unknown): 'own' | 'tooLate' | null {
  if (!(error instanceof Problem)) return null
  if (error.status === 409) return 'tooLate'
  return deed === 'approve' && error.code === 'FORBIDDEN' ? 'own' : null
}
