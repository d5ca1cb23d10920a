// The parts of the form for a change, each with what a change of it means.
import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { MoneyField } from '../../ui/forms/money-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { CustomerFields } from '../form/customer-fields.tsx'
import { formWords } from '../form/form-words.ts'
import { LateDaysSelect } from '../form/late-days-select.tsx'
import { changeWords } from './change-words.ts'
import { ItemsFields } from './items-fields.tsx'
import type { ChangeForm } from './use-change-form.ts'

interface PartProps {
  form: ChangeForm
}

/** With what a change of it means. */
function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {children}
      </Stack>
    </Section>
  )
}

const CHANGEABLE = ['name', 'email', 'phone'] as const

export function CustomerPart({ form }: PartProps) {
  const t = useWords(changeWords)
  return (
    <Part title={t('customer')} text={t('customerText')}>
      <CustomerFields fields={CHANGEABLE} inputOf={field => form.getInputProps(field)} />
    </Part>
  )
}

export function DayPart({ form }: PartProps) {
  const t = useWords(changeWords)
  return (
    <Part title={t('day')} text={t('dayText')}>
      <DayInput aria-label={t('day')} maw={240} {...form.getInputProps('startsOn')} value={form.getValues().startsOn} />
    </Part>
  )
}

export function AmountPart({ form }: PartProps) {
  const t = useWords(changeWords)
  return (
    <Part title={t('amount')} text={t('amountText')}>
      <MoneyField form={form} field="usual" aria-label={t('amount')} maw={240} />
    </Part>
  )
}

export function ItemsPart({ form }: PartProps) {
  const t = useWords(changeWords)
  return (
    <Part title={t('items')} text={t('itemsText')}>
      <ItemsFields form={form} />
    </Part>
  )
}

const RETRY_DAYS = [1, 2, 3, 4, 5, 6, 7]

export function RulesPart({ form, recurrence }: PartProps & { recurrence: Recurrence }) {
  const t = useWords(changeWords)
  const whole = useWords(formWords)
  return (
    <Section title={t('rules')}>
      <Stack gap="md">
        <Checkbox
          label={whole('rules.automatic')}
          description={t('automaticHelp')}
          {...form.getInputProps('automatic', { type: 'checkbox' })}
        />
        {recurrence.politicaRetentativa !== 'NAO_PERMITE' && (
          <Checkbox.Group label={t('retryDays')} description={t('retryDaysHelp')} {...form.getInputProps('retryDays')}>
            <Group gap="md" mt="xs">
              {RETRY_DAYS.map(day => (
                <Checkbox key={day} value={String(day)} label={t('retryDay', { count: day })} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <LateDaysSelect {...form.getInputProps('lateDays')} />
      </Stack>
    </Section>
  )
}

const TEXTS = [
  { field: 'info', maxLength: 140 },
  { field: 'reference', maxLength: 64 },
] as const

export function SystemPart({ form }: PartProps) {
  const t = useWords(changeWords)
  return (
    <Section title={t('system')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
          {TEXTS.map(({ field, maxLength }) => (
            <TextInput
              key={field}
              label={t(field)}
              autoComplete="off"
              maxLength={maxLength}
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        <TextInput
          label={t('postbackUrl')}
          description={t('postbackHelp')}
          type="url"
          autoComplete="off"
          maxLength={2048}
          {...form.getInputProps('postbackUrl')}
        />
      </Stack>
    </Section>
  )
}
