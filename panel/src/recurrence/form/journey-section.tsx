// The choice of the journey, each with one sentence, and what the first one needs to know.
import { Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { BankFields } from '../act/bank-fields.tsx'
import { JOURNEYS } from '../status.ts'
import { formWords } from './form-words.ts'
import type { RecurrenceForm } from './use-recurrence-form.ts'

export function JourneySection({ form }: { form: RecurrenceForm }) {
  const t = useWords(formWords)
  const { journey } = form.getValues()
  return (
    <Section title={t('journey.title')}>
      <Radio.Group
        aria-label={t('journey.label')}
        value={String(journey)}
        error={form.errors.journey}
        onChange={picked => form.setFieldValue('journey', JOURNEYS.find(one => String(one) === picked) ?? 2)}
      >
        <Stack gap="sm">
          {JOURNEYS.map(one => (
            <Radio
              key={one}
              value={String(one)}
              label={t(`journey.name${one}`)}
              description={t(`journey.text${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {journey === 1 && <PayerAccount form={form} />}
    </Section>
  )
}

function PayerAccount({ form }: { form: RecurrenceForm }) {
  const t = useWords(formWords)
  const { bank } = form.getValues()
  const { errors } = form
  return (
    <Stack gap="sm" mt="lg">
      <Text fw={600}>{t('journey.bank')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 3 }} style={{ alignItems: 'end' }}>
        <BankFields
          bank={bank}
          errors={{
            ispb: errors['bank.ispb'],
            branch: errors['bank.branch'],
            account: errors['bank.account'],
          }}
          onChange={change => form.setFieldValue('bank', { ...bank, ...change })}
        />
      </SimpleGrid>
    </Stack>
  )
}
