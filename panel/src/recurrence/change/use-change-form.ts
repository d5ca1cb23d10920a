// The fields of a change, marked where something is wrong: before it is sent, and by the gateway's refusal.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { useWords } from '../../words/words.ts'
import { useReasonText } from '../refusal/use-reason-text.ts'
import { changeWords } from './change-words.ts'
import { type ChangeDraft, FIELD_OF, faultsOf } from './draft.ts'

export type ChangeForm = UseFormReturnType<ChangeDraft>

const OF_ITEM = /^items\.\d+\.(title|unitPrice|quantity)$/
const REFUSED = { email: 'emailBad', phone: 'phoneBad', postbackUrl: 'addressBad' } as const
const refusedAs = (field: string) => (field in REFUSED ? REFUSED[field as keyof typeof REFUSED] : 'refused')

/** `error`: of the request; the field that it names is marked. */
export function useChangeForm(initial: ChangeDraft, error: unknown) {
  const t = useWords(changeWords)
  const reasonText = useReasonText()
  const form: ChangeForm = useForm<ChangeDraft>({
    mode: 'controlled',
    initialValues: initial,
    validateInputOnBlur: false,
    validate: draft =>
      Object.fromEntries(Object.entries(faultsOf(draft)).map(([field, fault]) => [field, t(`faults.${fault}`)])),
  })
  const { setFieldError, getInputNode } = form
  const [isMarked, setMarked] = useState(false)
  useEffect(() => {
    const field = fieldOf(error)
    setMarked(field !== null)
    if (field === null) return
    setFieldError(field, reasonText(error) ?? t(`faults.${refusedAs(field)}`))
    getInputNode(field)?.focus()
  }, [error, setFieldError, getInputNode, reasonText, t])
  return { form, isMarked }
}

function fieldOf(error: unknown): string | null {
  const name = error instanceof Problem ? (error.field ?? '') : ''
  return OF_ITEM.test(name) ? name : (FIELD_OF[name] ?? null)
}
