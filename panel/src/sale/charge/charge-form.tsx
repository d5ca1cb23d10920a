// The form for a charge. However often it is sent, one filling makes one charge.
import { Alert, Button, Group, Paper, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconQrcode } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ChargeRequest, useCharge } from '../../api/money/sales.ts'
import { Problem } from '../../api/problem.ts'
import { isLost } from '../../api/uncertain.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { SlowNote, Uncertain } from '../../ui/feedback/sent-notes.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { chargeWords } from './charge-words.ts'

interface Draft {
  amount: number | null
  customerName: string
  description: string
}

type Form = UseFormReturnType<Draft>

const MAX_NAME = 200
const MAX_DESCRIPTION = 140

export function ChargeForm() {
  const t = useWords(chargeWords)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: { amount: null, customerName: '', description: '' },
    validate: { amount: amount => (amount === null ? t('amountMissing') : null) },
  })
  const { mutate, isPending, isSlow, repeat, error } = useSend(form)
  const submit = form.onSubmit(
    draft => mutate(requestOf(draft)),
    () => form.getInputNode('amount')?.focus(),
  )
  return (
    <Paper component="form" withBorder p={{ base: 'md', sm: 'lg' }} maw={560} noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Fields form={form} />
        {isPending && isSlow && <SlowNote onRepeat={repeat} />}
        <ChargeProblem error={error} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending} leftSection={<IconQrcode size={18} />}>
            {isLost(error) ? t('again') : t('send')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function useSend(form: Form) {
  const t = useWords(chargeWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSlow, repeat, error } = useCharge()
  const send = (request: ChargeRequest) =>
    mutate(request, {
      onSuccess: ({ uuid }) => {
        notifications.show({ message: t('created') })
        void navigate({ to: '/vendas/$sale', params: { sale: uuid }, replace: true })
      },
      onError: refused => {
        if (isAboutAmount(refused)) form.setFieldError('amount', t('onlyFee'))
      },
    })
  return { mutate: send, isPending, isSlow, repeat, error: isAboutAmount(error) ? null : error }
}

const isAboutAmount = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'GENERAL_ERROR' && error.field === 'amount'

function requestOf({ amount, customerName, description }: Draft): ChargeRequest {
  if (amount === null) throw new Error('a charge without an amount')
  const [name, text] = [customerName.trim(), description.trim()]
  return { amount, ...(name !== '' && { customerName: name }), ...(text !== '' && { description: text }) }
}

function Fields({ form }: { form: Form }) {
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

function ChargeProblem({ error }: { error: unknown }) {
  const t = useWords(chargeWords)
  const problemText = useProblemText()
  if (error === null) return null
  const summary = (
    <Alert variant="default" color="red" role="alert">
      {problemText(error)}
    </Alert>
  )
  const link = (
    <LinkAnchor to="/vendas" underline="always">
      {t('reusedLink')}
    </LinkAnchor>
  )
  return <Uncertain error={error} link={link} otherwise={summary} />
}
