// The other parts of the form: what is charged, from whom, how much, and by which rules.
import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { MoneyField } from '../../ui/forms/money-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { CustomerFields } from './customer-fields.tsx'
import { beginsWithPayment, type RecurrenceDraft } from './draft.ts'
import { formWords } from './form-words.ts'
import { LateDaysSelect } from './late-days-select.tsx'
import type { RecurrenceForm } from './use-recurrence-form.ts'

interface PartProps {
  form: RecurrenceForm
}

export function WhatSection({ form }: PartProps) {
  const t = useWords(formWords)
  return (
    <Section title={t('what.title')}>
      <Stack gap="md">
        <TextInput
          label={t('what.name')}
          description={t('what.nameHelp')}
          withAsterisk
          autoComplete="off"
          maxLength={120}
          {...form.getInputProps('title')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('what.contract')}
            description={t('what.contractHelp')}
            withAsterisk
            autoComplete="off"
            maxLength={35}
            {...form.getInputProps('contract')}
          />
          <TextInput
            label={t('what.object')}
            description={t('what.objectHelp')}
            autoComplete="off"
            maxLength={35}
            {...form.getInputProps('object')}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  )
}

const CUSTOMER = ['name', 'document', 'email', 'phone'] as const

export function CustomerSection({ form }: PartProps) {
  const t = useWords(formWords)
  return (
    <Section title={t('customer.title')}>
      <CustomerFields fields={CUSTOMER} inputOf={field => form.getInputProps(field)} />
    </Section>
  )
}

const KINDS = ['FIXED', 'VARIABLE'] as const

export function PriceSection({ form }: PartProps) {
  const t = useWords(formWords)
  const draft = form.getValues()
  return (
    <Section title={t('price.title')}>
      <Stack gap="md">
        <Radio.Group label={t('price.kind')} {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            {KINDS.map(one => (
              <Radio key={one} value={one} label={t(`price.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
          {draft.kind === 'FIXED' ? (
            <MoneyField form={form} field="amount" label={t('price.amount')} withAsterisk />
          ) : (
            <>
              <MoneyField form={form} field="usual" label={t('price.usual')} description={t('price.usualHelp')} />
              <MoneyField form={form} field="minimum" label={t('price.minimum')} description={t('price.minimumHelp')} />
            </>
          )}
          {beginsWithPayment(draft) && (
            <MoneyField form={form} field="firstAmount" label={t('price.first')} description={t('price.firstHelp')} />
          )}
        </SimpleGrid>
      </Stack>
    </Section>
  )
}

const CHOICES = [
  { field: 'automatic', label: 'rules.automatic', help: 'rules.automaticHelp' },
  { field: 'retries', label: 'rules.retries', help: 'rules.retriesHelp' },
  { field: 'adjusts', label: 'rules.adjusts', help: null },
] as const satisfies { field: keyof RecurrenceDraft; label: string; help: string | null }[]

export function RulesSection({ form }: PartProps) {
  const t = useWords(formWords)
  return (
    <Section title={t('rules.title')}>
      <Stack gap="md">
        {CHOICES.map(({ field, label, help }) => (
          <Checkbox
            key={field}
            label={t(label)}
            {...(help !== null && { description: t(help) })}
            {...form.getInputProps(field, { type: 'checkbox' })}
          />
        ))}
        <LateDaysSelect {...form.getInputProps('lateDays')} />
      </Stack>
    </Section>
  )
}
