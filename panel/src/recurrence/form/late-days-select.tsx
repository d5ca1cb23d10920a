// How many days late a cycle may still be debited.
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useWords } from '../../words/words.ts'
import { formWords } from './form-words.ts'

const LATE_DAYS = ['0', '1', '2', '3', '4', '5', '6', '7']

export function LateDaysSelect(input: NativeSelectProps) {
  const t = useWords(formWords)
  return (
    <NativeSelect
      maw={360}
      label={t('rules.late')}
      data={LATE_DAYS.map(days => ({
        value: days,
        label: days === '0' ? t('rules.noDays') : t('rules.days', { count: Number(days) }),
      }))}
      {...input}
    />
  )
}
