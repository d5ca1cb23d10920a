// The form for a charge by transfer. The bank says who has paid, and by that document the transfer is recognised: it is asked for.
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBuildingBank } from '@tabler/icons-react'
import { parseDocument } from '#kernel/pix/document.ts'
import { MoneyField } from '../../../ui/forms/money-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useWords } from '../../../words/words.ts'
import { chargeWords } from '../charge-words.ts'
import { quickWords } from '../quick-words.ts'
import { ChargeFrame } from './charge-frame.tsx'
import { NameField, TextOfCharge } from './text-fields.tsx'
import { type Draft, NO_DRAFT, useSendCharge } from './use-send-charge.ts'

type TransferDraft = Draft & { customerDocument: string }

const MAX_DOCUMENT = 18

export function TransferChargeForm() {
  const t = useWords(chargeWords)
  const quick = useWords(quickWords)
  const form = useForm<TransferDraft>({
    mode: 'controlled',
    initialValues: { ...NO_DRAFT, customerDocument: '' },
    validate: {
      amount: amount => (amount === null ? quick('amountMissing') : null),
      customerDocument: text => (parseDocument(text) === null ? t('documentWrong') : null),
    },
  })
  const { send, ...sending } = useSendCharge(fault => form.setFieldError('amount', fault))
  const submit = form.onSubmit(send, faults => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus())
  return (
    <ChargeFrame
      onSubmit={submit}
      sending={sending}
      isDirty={form.isDirty()}
      verb={t('send')}
      icon={<IconBuildingBank size={18} />}
    >
      <Text c="dimmed">{t('transferText')}</Text>
      <MoneyField form={form} field="amount" label={t('amount')} size="md" withAsterisk />
      <TextField
        form={form}
        field="customerDocument"
        label={t('document')}
        description={t('documentHelp')}
        maxLength={MAX_DOCUMENT}
      />
      <NameField form={form} />
      <TextOfCharge form={form} />
    </ChargeFrame>
  )
}
