// The fields of a recurrence, marked where something is wrong: before it is sent, and by the gateway's refusal.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { dayOf, dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { earliestDay } from '../earliest-day.ts'
import { useReasonText } from '../refusal/use-reason-text.ts'
import { faultOfRefusal, faultsOf, refusedField } from './check.ts'
import { NEW_RECURRENCE, type RecurrenceDraft } from './draft.ts'
import { formWords } from './form-words.ts'

export type RecurrenceForm = UseFormReturnType<RecurrenceDraft>

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
  const { setFieldError, getInputNode } = form
  const reasonText = useReasonText()
  const [isMarked, setMarked] = useState(false)
  useEffect(() => {
    const field = error instanceof Problem ? refusedField(error) : null
    setMarked(field !== null)
    if (field === null) return
    setFieldError(field, reasonText(error) ?? t(`faults.${faultOfRefusal(field)}`))
    getInputNode(field)?.focus()
  }, [error, setFieldError, getInputNode, reasonText, t])
  return { form, isMarked }
}
