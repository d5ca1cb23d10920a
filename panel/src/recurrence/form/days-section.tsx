// The days of a recurrence.
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { earliestDay } from '../earliest-day.ts'
import { recurrenceWords } from '../words.ts'
import { beginsWithPayment, PERIODS } from './draft.ts'
import { formWords } from './form-words.ts'
import type { RecurrenceForm } from './use-recurrence-form.ts'

export function DaysSection({ form }: { form: RecurrenceForm }) {
  const t = useWords(formWords)
  const list = useWords(recurrenceWords)
  const { locale } = useLanguage()
  const draft = form.getValues()
  const help = beginsWithPayment(draft)
    ? t('days.startAfter')
    : t('days.startHelp', { day: dayText(earliestDay(), locale) })
  return (
    <Section title={t('days.title')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        <NativeSelect
          label={t('days.period')}
          data={PERIODS.map(period => ({ value: period as string, label: list(`periodName.${period}`) }))}
          {...form.getInputProps('periodicity')}
        />
        {draft.journey === 4 && (
          <DayInput label={t('days.bill')} {...form.getInputProps('billDueOn')} value={draft.billDueOn} />
        )}
        <DayInput
          label={t('days.start')}
          description={help}
          {...form.getInputProps('startsOn')}
          value={draft.startsOn}
        />
        <DayInput label={t('days.end')} {...form.getInputProps('endsOn')} value={draft.endsOn} />
      </SimpleGrid>
    </Section>
  )
}
