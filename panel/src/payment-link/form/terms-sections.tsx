// The other terms of a link: how long and how often it sells, what the buyer is asked, its address, and what comes after paying.
import { Checkbox, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { Code, Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { linkFormWords } from './form-words.ts'
import { CountInput } from './item-fields.tsx'
import type { LinkForm } from './use-link-form.ts'

interface TermsProps {
  form: LinkForm
}

export function BoundsSection({ form }: TermsProps) {
  const t = useWords(linkFormWords)
  return (
    <Section title={t('bounds')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountInput form={form} field="maxSales" label={t('maxSales')} description={t('maxSalesHelp')} />
        <DayInput
          label={t('expiresAt')}
          description={t('expiresAtHelp')}
          {...form.getInputProps('expiresAt')}
          value={form.getValues().expiresAt}
        />
      </SimpleGrid>
    </Section>
  )
}

/** `url`: of a link that exists, whose address stays. */
export function AddressSection({ form, url }: TermsProps & { url: string | null }) {
  const t = useWords(linkFormWords)
  return (
    <Section title={t('address')}>
      <Stack gap="md">
        {url === null ? (
          <TextInput
            label={t('slug')}
            description={t('slugHelp')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            {...form.getInputProps('slug')}
          />
        ) : (
          <div>
            <Code>{url}</Code>
            <Text size="sm" c="dimmed" mt={4}>
              {t('slugFixed')}
            </Text>
          </div>
        )}
        <Checkbox
          label={t('showsAmount')}
          description={t('showsAmountHelp')}
          {...form.getInputProps('showsAmount', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  )
}

export function BuyerSection({ form }: TermsProps) {
  const t = useWords(linkFormWords)
  return (
    <Section title={t('buyer')}>
      <Stack gap="sm">
        <Checkbox label={t('askDocument')} {...form.getInputProps('askDocument', { type: 'checkbox' })} />
        <Checkbox label={t('askAddress')} {...form.getInputProps('askAddress', { type: 'checkbox' })} />
      </Stack>
    </Section>
  )
}

export function AfterSection({ form }: TermsProps) {
  const t = useWords(linkFormWords)
  const address = { type: 'url', inputMode: 'url', autoComplete: 'off', spellCheck: false, maxLength: 2_048 } as const
  return (
    <Section title={t('after')}>
      <Stack gap="md">
        <Textarea label={t('thankYou')} autosize minRows={2} maxLength={500} {...form.getInputProps('thankYou')} />
        <TextInput
          label={t('successUrl')}
          description={t('urlHelp')}
          {...address}
          {...form.getInputProps('successUrl')}
        />
        <TextInput label={t('cancelUrl')} {...address} {...form.getInputProps('cancelUrl')} />
        <TextInput
          label={t('reference')}
          description={t('referenceHelp')}
          autoComplete="off"
          maxLength={64}
          {...form.getInputProps('externalReference')}
        />
      </Stack>
    </Section>
  )
}
