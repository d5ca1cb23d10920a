// A charge from the first page, in one line: for a counter, where a buyer waits.
import { Button, Paper, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconQrcode } from '@tabler/icons-react'
import { useId } from 'react'
import { isLost } from '../../api/uncertain.ts'
import { SlowNote } from '../../ui/feedback/sent-notes.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { ChargeProblem } from './charge-problem.tsx'
import { chargeWords } from './charge-words.ts'
import classes from './quick-charge.module.css'
import { type Draft, NO_DRAFT, useSendCharge } from './use-send-charge.ts'

export function QuickCharge() {
  const t = useWords(chargeWords)
  const title = useId()
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: NO_DRAFT,
    validate: { amount: amount => (amount === null ? t('amountMissing') : null) },
  })
  const { send, isPending, isSlow, repeat, error } = useSendCharge(form)
  const submit = form.onSubmit(send, () => form.getInputNode('amount')?.focus())
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      bg="var(--panel-card)"
      noValidate
      aria-labelledby={title}
      onSubmit={submit}
    >
      <Stack gap="sm">
        <Title order={2} size="h4" id={title}>
          {t('quick.title')}
        </Title>
        <div className={classes.line}>
          <MoneyInput
            label={t('amount')}
            key={form.key('amount')}
            {...form.getInputProps('amount')}
            value={form.getValues().amount}
          />
          <TextInput
            label={t('quick.name')}
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('customerName')}
          />
          <TextInput
            label={t('quick.text')}
            autoComplete="off"
            maxLength={140}
            {...form.getInputProps('description')}
          />
          <Button
            type="submit"
            loading={isPending}
            leftSection={<IconQrcode size={18} />}
            className={classes.send ?? ''}
          >
            {isLost(error) ? t('again') : t('quick.send')}
          </Button>
        </div>
        {isPending && isSlow && <SlowNote onRepeat={repeat} />}
        <ChargeProblem error={error} />
      </Stack>
    </Paper>
  )
}
