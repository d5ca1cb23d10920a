// By which methods a link is paid: those that the account sells by, and those that the link has from before.
import { Checkbox, Stack } from '@mantine/core'
import { CHECKOUT_METHODS, type CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { useAccount } from '../../api/access/session.ts'
import { saleStatusWords } from '../../sale/shown/status-words.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { countIn, totalOf } from '../form/draft.ts'
import { linkFormWords } from '../form/form-words.ts'
import { CountInput } from '../form/item-fields.tsx'
import type { LinkForm } from '../form/use-link-form.ts'
import { paysInParts, usePartsText } from './parts.ts'
import { methodWords } from './words.ts'

interface MethodsSectionProps {
  form: LinkForm
  /** Of the link as it is stored; none of a new one. */
  stored: readonly CheckoutMethod[]
}

export function MethodsSection({ form, stored }: MethodsSectionProps) {
  const [t, fields, names] = [useWords(methodWords), useWords(linkFormWords), useWords(saleStatusWords)]
  const { data: account } = useAccount()
  const parts = usePartsText()
  const draft = form.getValues()
  if (!account) return null
  const { soldMethods } = account
  const offered = CHECKOUT_METHODS.filter(method => soldMethods.includes(method) || stored.includes(method))
  if (offered.length < 2) return null
  const noteOf = (method: CheckoutMethod): string | undefined => {
    if (!soldMethods.includes(method)) return t('notSold')
    return method === 'CREDIT_CARD' ? parts(account, totalOf(draft), countIn(draft.card.maxInstallments)) : undefined
  }
  return (
    <Section title={t('title')}>
      <Stack gap="md">
        <Checkbox.Group label={t('label')} description={t('help')} {...form.getInputProps('methods')}>
          <Stack gap="xs" mt="xs">
            {offered.map(method => (
              <Checkbox key={method} value={method} label={names(`method.${method}`)} description={noteOf(method)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {draft.methods.includes('CREDIT_CARD') && paysInParts(account) && (
          <CountInput
            form={form}
            field="card.maxInstallments"
            label={fields('maxInstallments')}
            description={fields('maxInstallmentsHelp')}
          />
        )}
        {draft.methods.includes('BOLETO') && (
          <CountInput
            form={form}
            field="boleto.dueInDays"
            label={fields('dueInDays')}
            description={fields('dueInDaysHelp')}
          />
        )}
      </Stack>
    </Section>
  )
}
