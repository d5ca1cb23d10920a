// The fields of a link, marked where something is wrong: before it is sent, and by the gateway's refusal.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { dayOf } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { type Fault, faultsOf } from './check.ts'
import type { LinkDraft } from './draft.ts'
import { linkFormWords } from './form-words.ts'

export type LinkForm = UseFormReturnType<LinkDraft>

/** `error`: of the request; the field that it names is marked. */
export function useLinkForm(initial: LinkDraft, error: unknown) {
  const t = useWords(linkFormWords)
  const [initialValues] = useState(initial)
  const form: LinkForm = useForm<LinkDraft>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: false,
    validate: draft => inWords(faultsOf(draft, dayOf(new Date())), fault => t(`faults.${fault}`)),
  })
  const { setFieldError } = form
  const [marked, setMarked] = useState<string | null>(null)
  useEffect(() => {
    const field = fieldOf(error)
    setMarked(field)
    if (field !== null) setFieldError(field, t(`faults.${refusalOf(field, error)}`))
  }, [error, setFieldError, t])
  return { form, isMarked: marked !== null }
}

const inWords = (faults: Record<string, Fault>, say: (fault: Fault) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, say(fault)]))

function refusalOf(field: string, error: unknown) {
  if (field === 'methods') return 'methodsRefused'
  return field === 'slug' && isTaken(error) ? 'taken' : 'refused'
}

const isTaken = (error: unknown) => error instanceof Problem && error.code === 'CONFLICT'

const FIELDS =
  /^(title|openAmount\.(min|max)|shippingAmount|discountAmount|maxSales|methods|boleto\.dueInDays|card\.maxInstallments|expiresAt|slug|thankYou|successUrl|cancelUrl|externalReference|items\.\d+\.(title|unitPrice|quantity|minQuantity|maxQuantity))$/

/** The field of the form that a refusal names, as far as there is one. */
function fieldOf(error: unknown): string | null {
  const field = error instanceof Problem ? error.field : null
  return field !== null && FIELDS.test(field) ? field : null
}
