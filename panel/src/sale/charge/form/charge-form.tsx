// The form for a charge by Pix, whose code is shown at once.
import { useForm } from '@mantine/form'
import { IconQrcode } from '@tabler/icons-react'
import { MoneyField } from '../../../ui/forms/money-field.tsx'
import { useWords } from '../../../words/words.ts'
import { chargeWords } from '../charge-words.ts'
import { quickWords } from '../quick-words.ts'
import { ChargeFrame } from './charge-frame.tsx'
import { NameField, TextOfCharge } from './text-fields.tsx'
import { type Draft, NO_DRAFT, useSendCharge } from './use-send-charge.ts'

export function ChargeForm() {
  const t = useWords(chargeWords)
  const quick = useWords(quickWords)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: NO_DRAFT,
    validate: { amount: amount => (amount === null ? quick('amountMissing') : null) },
  })
  const { send, ...sending } = useSendCharge(fault => form.setFieldError('amount', fault))
  const submit = form.onSubmit(send, () => form.getInputNode('amount')?.focus())
  return (
    <ChargeFrame
      onSubmit={submit}
      sending={sending}
      isDirty={form.isDirty()}
      verb={t('send')}
      icon={<IconQrcode size={18} />}
    >
      <MoneyField form={form} field="amount" label={t('amount')} size="md" withAsterisk />
      <NameField form={form} />
      <TextOfCharge form={form} />
    </ChargeFrame>
  )
}
