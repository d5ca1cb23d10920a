// The fields of a recurrence, marked where something is wrong: before it is sent, and by the gateway's refusal.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { dayOf, dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { FIELD_OF, faultsOf } from './check.ts'
import { NEW_RECURRENCE, type RecurrenceDraft } from './draft.ts'
import { formWords } from './form-words.ts'

export type RecurrenceForm = UseFormReturnType<RecurrenceDraft>

const DAY_MS = 86_400_000
const MIN_DAYS_AHEAD = 3

/** The first day that a debit can be on: the payer's bank gets its order in advance. */
export const earliestDay = (): string => dayOf(new Date(Date.now() + MIN_DAYS_AHEAD * DAY_MS))

/** `error`: of the request; the field that it names is marked. */
export function useRecurrenceForm(error: unknown) {
  const t = useWords(formWords)
  const { locale } = useLanguage()
  const form: RecurrenceForm = useForm<RecurrenceDraft>({
    mode: 'controlled',
    initialValues: NEW_RECURRENCE,
    validateInputOnBlur: false,
    validate: draft => {
      const earliest = earliestDay()
      const faults = faultsOf(draft, dayOf(new Date()), earliest)
      const day = dayText(earliest, locale)
      return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(`faults.${fault}`, { day })]))
    },
  })
  const { setFieldError } = form
  const [isMarked, setMarked] = useState(false)
  useEffect(() => {
    const field = error instanceof Problem ? FIELD_OF[error.field ?? ''] : undefined
    setMarked(field !== undefined)
    if (field === undefined) return
    const isTaken = error instanceof Problem && error.code === 'CONFLICT'
    setFieldError(field, t(isTaken ? 'faults.taken' : 'faults.refused'))
  }, [error, setFieldError, t])
  return { form, isMarked }
}
