// Ends a recurrence, and says before what may still be debited.
import { List, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useDebits } from '../../api/recurrence/debits.ts'
import { type Recurrence, useCancelRecurrence } from '../../api/recurrence/recurrences.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'

const MAX_REASON = 140

export function CancelDialog({ recurrence, onClose }: { recurrence: Recurrence; onClose: () => void }) {
  const t = useWords(actionWords)
  const { mutate, isPending, error } = useCancelRecurrence(recurrence.uuid)
  const [reason, setReason] = useState('')
  const done = ({ status }: Recurrence) => {
    notifications.show({ message: t(status === 'CANCELADA' ? 'cancel.done' : 'cancel.asked') })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('cancel.title')}
      verb={t('cancel.verb')}
      wayOut={t('cancel.keep')}
      dangerous
      pending={isPending}
      error={error}
      onConfirm={() => mutate(reason.trim(), { onSuccess: done })}
      onClose={onClose}
    >
      <Text>{t('cancel.text')}</Text>
      <StillDebited recurrence={recurrence} />
      <TextInput
        label={t('cancel.reason')}
        description={t('cancel.reasonHelp')}
        autoComplete="off"
        maxLength={MAX_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

/** The newest page of the cycles has them all: at most two are ahead. */
function StillDebited({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(actionWords)
  const { locale } = useLanguage()
  const { data } = useDebits(recurrence.uuid, null, false)
  const debits = data?.data ?? []
  const ordered = debits.filter(({ status }) => status === 'CRIADA' || status === 'ATIVA')
  const planned = debits.find(({ status }) => status === 'PLANEJADA')
  const dayIn = ({ dataLiquidacaoPrevista, dataDeVencimento }: (typeof debits)[number]) =>
    dayText(dataLiquidacaoPrevista ?? dataDeVencimento, locale)
  return (
    <>
      {ordered.length > 0 && (
        <div>
          <Text fw={600}>{t('cancel.still', { count: ordered.length })}</Text>
          <List size="sm">
            {ordered.map(debit => (
              <List.Item key={debit.uuid}>
                {dayIn(debit)} · <Money centavos={debit.amount} />
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {planned !== undefined && <Text>{t('cancel.planned', { day: dayIn(planned) })}</Text>}
    </>
  )
}
