// The form for a charge.
import { Button, Group, Paper, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconQrcode } from '@tabler/icons-react'
import { isLost } from '../../api/uncertain.ts'
import { SlowNote } from '../../ui/feedback/sent-notes.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useWords } from '../../words/words.ts'
import { ChargeProblem } from './charge-problem.tsx'
import { chargeWords } from './charge-words.ts'
import { quickWords } from './quick-words.ts'
import { type Draft, NO_DRAFT, useSendCharge } from './use-send-charge.ts'

const MAX_NAME = 200
const MAX_DESCRIPTION = 140

export function ChargeForm() {
  const t = useWords(chargeWords)
  const quick = useWords(quickWords)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: NO_DRAFT,
    validate: { amount: amount => (amount === null ? quick('amountMissing') : null) },
  })
  const { send, isPending, isSlow, repeat, error } = useSendCharge(fault => form.setFieldError('amount', fault))
  const submit = form.onSubmit(send, () => form.getInputNode('amount')?.focus())
  return (
    <Paper component="form" withBorder p={{ base: 'md', sm: 'lg' }} maw={560} noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Fields form={form} />
        {isPending && isSlow && <SlowNote onRepeat={repeat} />}
        <ChargeProblem error={error} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending} leftSection={<IconQrcode size={18} />}>
            {isLost(error) ? quick('again') : t('send')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Fields({ form }: { form: UseFormReturnType<Draft> }) {
  const t = useWords(chargeWords)
  return (
    <>
      <MoneyInput
        label={t('amount')}
        size="md"
        withAsterisk
        key={form.key('amount')}
        {...form.getInputProps('amount')}
        value={form.getValues().amount}
      />
      <TextField form={form} field="customerName" label={t('name')} description={t('nameHelp')} maxLength={MAX_NAME} />
      <TextField
        form={form}
        field="description"
        label={t('text')}
        description={t('textHelp')}
        maxLength={MAX_DESCRIPTION}
      />
    </>
  )
}
