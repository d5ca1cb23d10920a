// The form for a charge by boleto or card. Both take of their payer what the seller does not have, and what nobody but the payer types: a document
// and an address, the number of a card. The charge is a payment link that sells once, and its buyer fills them in there.
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import type { Account } from '../../../api/access/session.ts'
import { type LinkBody, useCreateLink } from '../../../api/money/payment-links.ts'
import { isDueInDays, isMaxInstallments } from '../../../payment-link/form/check.ts'
import { countIn } from '../../../payment-link/form/draft.ts'
import { paysInParts, usePartsText } from '../../../payment-link/methods/parts.ts'
import { MoneyField } from '../../../ui/forms/money-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useWords } from '../../../words/words.ts'
import { chargeWords } from '../charge-words.ts'
import { quickWords } from '../quick-words.ts'
import { ChargeFrame } from './charge-frame.tsx'
import { TextOfCharge } from './text-fields.tsx'

interface Draft {
  amount: number | null
  description: string
  dueInDays: string
  /** Empty: as many as the account's fees allow. */
  maxInstallments: string
}

const NEW_CHARGE: Draft = { amount: null, description: '', dueInDays: '3', maxInstallments: '' }
const MAX_TITLE = 120

export function LinkChargeForm({ account, methods }: { account: Account; methods: CheckoutMethod[] }) {
  const t = useWords(chargeWords)
  const quick = useWords(quickWords)
  const navigate = useNavigate()
  const { mutate, ...sending } = useCreateLink()
  const isBoleto = methods.includes('BOLETO')
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: NEW_CHARGE,
    validate: {
      amount: amount => (amount === null ? quick('amountMissing') : null),
      dueInDays: days => (isDueInDays(days) ? null : t('dueInDaysWrong')),
      maxInstallments: parts => (isMaxInstallments(parts) ? null : t('maxInstallmentsWrong')),
    },
  })
  const submit = form.onSubmit(
    draft =>
      mutate(linkOf(draft, methods, t('untitled')), {
        onSuccess: ({ uuid }) => void navigate({ to: '/links/$link', params: { link: uuid } }),
      }),
    faults => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus(),
  )
  const { amount, maxInstallments } = form.getValues()
  const isInParts = methods.includes('CREDIT_CARD') && paysInParts(account)
  const parts = usePartsText()(account, amount, countIn(maxInstallments))
  const verb = t(isBoleto ? 'sendBoleto' : 'sendCard')
  return (
    <ChargeFrame onSubmit={submit} sending={sending} isDirty={form.isDirty()} verb={verb} icon={<IconLink size={18} />}>
      <Text c="dimmed">{t(isBoleto ? 'boletoText' : 'cardText')}</Text>
      <MoneyField
        form={form}
        field="amount"
        label={t('amount')}
        description={methods.includes('CREDIT_CARD') ? parts : undefined}
        size="md"
        withAsterisk
      />
      <TextOfCharge form={form} maxLength={MAX_TITLE} />
      {isInParts && (
        <TextField
          form={form}
          field="maxInstallments"
          label={t('maxInstallments')}
          description={t('maxInstallmentsHelp')}
          maxLength={2}
        />
      )}
      {isBoleto && (
        <TextField
          form={form}
          field="dueInDays"
          label={t('dueInDays')}
          description={t('dueInDaysHelp')}
          maxLength={2}
        />
      )}
    </ChargeFrame>
  )
}

function linkOf(
  { amount, description, dueInDays, maxInstallments }: Draft,
  methods: CheckoutMethod[],
  untitled: string,
): LinkBody {
  if (amount === null) throw new Error('a charge without an amount')
  const title = description.trim() || untitled
  return {
    title,
    items: [{ title, unitPrice: amount, quantity: 1 }],
    methods,
    maxSales: 1,
    ...(methods.includes('BOLETO') && { boleto: { dueInDays: Number(dueInDays) } }),
    ...(maxInstallments !== '' && { card: { maxInstallments: Number(maxInstallments) } }),
  }
}
