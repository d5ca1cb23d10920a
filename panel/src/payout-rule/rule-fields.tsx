// The fields of the rules, in the groups in which people think of them.
import { NumberInput, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { MoneyField } from '../ui/forms/money-field.tsx'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import { BOUNDS, type BoundField } from './rule-draft.ts'
import type { RulesFormState } from './use-rules-draft.ts'
import { ruleWords } from './words.ts'

interface FieldsProps {
  form: RulesFormState
}

interface NumberFieldProps extends FieldsProps {
  name: BoundField
  label: string
  description?: string
}

function NumberField({ form, name, label, description }: NumberFieldProps) {
  const { min, max } = BOUNDS[name]
  return (
    <NumberInput
      label={label}
      {...(description !== undefined && { description })}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      inputMode="numeric"
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  )
}

export function AmountFields({ form }: FieldsProps) {
  const t = useWords(ruleWords)
  return (
    <Section title={t('amount.title')}>
      <Stack gap="md">
        <MoneyField
          form={form}
          field="approvalAboveCents"
          canBeZero
          label={t('amount.above')}
          description={t('amount.aboveHelp')}
        />
        <NumberField form={form} name="approvalsNeeded" label={t('amount.needed')} />
        <NumberField form={form} name="waitHours" label={t('amount.wait')} description={t('amount.waitHelp')} />
      </Stack>
    </Section>
  )
}

interface PayeeFieldsProps extends FieldsProps {
  /** The way to the list of the account. */
  list?: ReactNode
}

export function PayeeFields({ form, list }: PayeeFieldsProps) {
  const t = useWords(ruleWords)
  return (
    <Section title={t('payees.title')} aside={list}>
      <Stack gap="md">
        <Switch
          label={t('payees.only')}
          description={t('payees.onlyHelp')}
          key={form.key('onlyBeneficiaries')}
          {...form.getInputProps('onlyBeneficiaries', { type: 'checkbox' })}
        />
        <NumberField form={form} name="coolingHours" label={t('payees.cooling')} />
        <MoneyField
          form={form}
          field="newPayeeAboveCents"
          canBeZero
          label={t('payees.payee')}
          description={t('news.help')}
        />
      </Stack>
    </Section>
  )
}

export function EventFields({ form }: FieldsProps) {
  const t = useWords(ruleWords)
  return (
    <Section title={t('news.title')}>
      <Stack gap="md">
        <MoneyField form={form} field="newKeyAboveCents" canBeZero label={t('news.key')} description={t('news.help')} />
        <NumberField form={form} name="newKeyHours" label={t('news.hours')} />
        <MoneyField
          form={form}
          field="newAddressAboveCents"
          canBeZero
          label={t('news.address')}
          description={t('news.help')}
        />
      </Stack>
    </Section>
  )
}
