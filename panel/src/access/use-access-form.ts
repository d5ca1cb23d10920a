// The submission of a form of signing in or up: it validates, sends, and goes to the address that the person wanted. A refusal
// stands beside the field that it is about, otherwise above the button.
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { meetAgain } from '../api/access/session.ts'
import { Problem } from '../api/problem.ts'
import { insideOnly, OPERATOR_PATH } from '../roots.tsx'

interface FormDeps<T> {
  start: T
  checks: FormValidateInput<T>
  /** 'more': there is another step before the person is in. */
  submit: (values: T) => Promise<unknown>
}

export function useAccessForm<T extends Record<string, string>>({ start, checks, submit: send }: FormDeps<T>) {
  const form = useForm<T>({ mode: 'uncontrolled', initialValues: start, validate: checks, validateInputOnBlur: false })
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const enter = useEntering()
  const submit = form.onSubmit(
    async values => {
      setPending(true)
      setError(null)
      try {
        if ((await send(values)) === 'more') setPending(false)
        else await enter()
      } catch (refused) {
        setError(refused)
        setPending(false)
      }
    },
    errors => focusFirst(form, errors),
  )
  return { form, submit, error, isPending }
}

/** After signing in the person goes on to the address that they wanted. */
export function useEntering(): () => Promise<void> {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  return async () => {
    const session = await meetAgain()
    const isOperator = session?.user.operator === true
    const href = isOperator && search.to === undefined ? OPERATOR_PATH : insideOnly(search)
    await navigate({ href, replace: true })
  }
}

function focusFirst<T extends Record<string, string>>(form: UseFormReturnType<T>, errors: object): void {
  const [first] = Object.keys(errors)
  if (first !== undefined) form.getInputNode(first)?.focus()
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const isEmail = (text: string): boolean => EMAIL.test(text.trim())
export const MIN_PASSWORD = 8

/** The gateway finds the password of this field too easy to guess. */
export const isWeakPassword = (error: unknown, field: string): boolean =>
  error instanceof Problem && error.code === 'INVALID_DATA' && error.field === field
