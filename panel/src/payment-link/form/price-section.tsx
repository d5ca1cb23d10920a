// What a link sells, and what it costs.
import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { MoneyField } from '../../ui/forms/money-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { linkFormWords } from './form-words.ts'
import { ItemsFields } from './item-fields.tsx'
import type { LinkForm } from './use-link-form.ts'

const KINDS = ['FIXED', 'OPEN'] as const

export function PriceSection({ form }: { form: LinkForm }) {
  const t = useWords(linkFormWords)
  const { kind } = form.getValues()
  return (
    <Section title={t('what')}>
      <Stack gap="md">
        <TextInput
          label={t('title')}
          description={t('titleHelp')}
          withAsterisk
          autoComplete="off"
          maxLength={120}
          {...form.getInputProps('title')}
        />
        <Radio.Group label={t('kind.label')} {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            {KINDS.map(one => (
              <Radio key={one} value={one} label={t(`kind.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === 'FIXED' ? <ItemsFields form={form} /> : <OpenFields form={form} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MoneyField form={form} field="shippingAmount" label={t('shipping')} />
          <MoneyField form={form} field="discountAmount" label={t('discount')} />
        </SimpleGrid>
      </Stack>
    </Section>
  )
}

function OpenFields({ form }: { form: LinkForm }) {
  const t = useWords(linkFormWords)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <MoneyField form={form} field="openAmount.min" label={t('min')} />
      <MoneyField form={form} field="openAmount.max" label={t('max')} />
    </SimpleGrid>
  )
}
