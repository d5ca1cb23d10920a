// The form for a charge by boleto. A boleto takes its payer's document and address, which the seller may not have: the charge is a payment link
// that sells once, and its buyer fills them in there.
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type LinkBody, useCreateLink } from '../../api/money/payment-links.ts'
import { isLost } from '../../api/uncertain.ts'
import { isDueInDays } from '../../payment-link/form/check.ts'
import { SlowNote } from '../../ui/feedback/sent-notes.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useWords } from '../../words/words.ts'
import { ChargeProblem } from './charge-problem.tsx'
import { chargeWords } from './charge-words.ts'
import { quickWords } from './quick-words.ts'

interface Draft {
  amount: number | null
  description: string
  dueInDays: string
}

const NEW_CHARGE: Draft = { amount: null, description: '', dueInDays: '3' }
const MAX_TITLE = 120

export function BoletoChargeForm() {
  const t = useWords(chargeWords)
  const quick = useWords(quickWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSlow, repeat, error } = useCreateLink()
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: NEW_CHARGE,
    validate: {
      amount: amount => (amount === null ? quick('amountMissing') : null),
      dueInDays: days => (isDueInDays(days) ? null : t('dueInDaysWrong')),
    },
  })
  const submit = form.onSubmit(
    draft =>
      mutate(linkOf(draft, t('untitled')), {
        onSuccess: ({ uuid }) => void navigate({ to: '/links/$link', params: { link: uuid } }),
      }),
    faults => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus(),
  )
  return (
    <Paper component="form" withBorder p={{ base: 'md', sm: 'lg' }} noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text c="dimmed">{t('boletoText')}</Text>
        <MoneyInput
          label={t('amount')}
          size="md"
          withAsterisk
          key={form.key('amount')}
          {...form.getInputProps('amount')}
          value={form.getValues().amount}
        />
        <TextField
          form={form}
          field="description"
          label={t('text')}
          description={t('textHelp')}
          maxLength={MAX_TITLE}
        />
        <TextField
          form={form}
          field="dueInDays"
          label={t('dueInDays')}
          description={t('dueInDaysHelp')}
          maxLength={2}
        />
        {isPending && isSlow && <SlowNote onRepeat={repeat} />}
        <ChargeProblem error={error} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending} leftSection={<IconLink size={18} />}>
            {isLost(error) ? quick('again') : t('sendBoleto')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function linkOf({ amount, description, dueInDays }: Draft, untitled: string): LinkBody {
  if (amount === null) throw new Error('a charge without an amount')
  const title = description.trim() || untitled
  return {
    title,
    items: [{ title, unitPrice: amount, quantity: 1 }],
    methods: ['BOLETO'],
    maxSales: 1,
    boleto: { dueInDays: Number(dueInDays) },
  }
}
