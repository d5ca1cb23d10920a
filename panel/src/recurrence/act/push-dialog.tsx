// Asks the payer to authorise, in the app of the bank that is named.
import { SimpleGrid, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type Recurrence, usePush } from '../../api/recurrence/recurrences.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { Refused } from '../refusal/refused.tsx'
import { useRefusal } from '../refusal/use-refusal.ts'
import { actionWords } from './action-words.ts'
import { type BankDraft, BankFields, bankFaultsOf, NO_BANK, pagadorOf } from './bank-fields.tsx'

export function PushDialog({ recurrence, onClose }: { recurrence: Recurrence; onClose: () => void }) {
  const t = useWords(actionWords)
  const { mutate, isPending, error } = usePush(recurrence.uuid)
  const [bank, setBank] = useState<BankDraft>(NO_BANK)
  const [isTried, setTried] = useState(false)
  const faults = isTried ? bankFaultsOf(bank) : {}
  const errors = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(`push.${fault}`)]))
  const send = () => {
    setTried(true)
    if (Object.keys(bankFaultsOf(bank)).length > 0) return
    const done = () => {
      notifications.show({ message: t('push.done') })
      onClose()
    }
    mutate({ pagador: pagadorOf(bank) }, { onSuccess: done })
  }
  const { whole, others } = useRefusal(error, [], t('push.unanswered'))
  return (
    <ConfirmDialog
      opened
      title={t('push.title')}
      verb={t('push.verb')}
      pending={isPending}
      error={others}
      onConfirm={send}
      onClose={onClose}
    >
      <Text>{t('push.text')}</Text>
      <SimpleGrid cols={1}>
        <BankFields bank={bank} errors={errors} onChange={change => setBank({ ...bank, ...change })} />
      </SimpleGrid>
      <Refused text={whole} />
    </ConfirmDialog>
  )
}
