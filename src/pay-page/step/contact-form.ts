// The form of the contact step as a request to carts, and their refusals as problems of its fields.
import type { ContactRequest } from '#cart/buyer/contact.ts'
import type { Checkout } from '#checkout/checkout.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import { parseWrittenAmount } from '#kernel/text/written-amount.ts'
import type { Form } from '../http/form.ts'
import { utmOfForm } from '../http/utm.ts'
import { type Problems, problemOf } from '../page/parts.ts'
import { CONSENT_VERSION, type PlainWord } from '../words.ts'
import { quantityField } from './contact.ts'

const QUANTITY = /^\d{1,6}$/

export function contactRequestOf(
  form: Form,
  { items, openAmount }: Pick<Checkout, 'items' | 'openAmount'>,
  language: Language,
): ContactRequest {
  const utm = utmOfForm(form)
  const amount = openAmount === null ? null : parseWrittenAmount(form.text('valor').trim())
  return {
    customer: {
      name: form.text('nome'),
      email: form.text('email'),
      phone: form.text('celular'),
      document: form.text('documento'),
    },
    // Sent where nothing is to choose, it is refused like any other that is out of bounds.
    quantities: items.map((_item, n) =>
      form.has(quantityField(n)) ? quantityIn(form.text(quantityField(n))) : undefined,
    ),
    ...(amount !== null && { openAmount: amount }),
    consent: { given: form.text('ofertas') === 'sim', textVersion: `${CONSENT_VERSION} ${language}` },
    ...(Object.keys(utm).length > 0 && { utm }),
  }
}

const quantityIn = (text: string): number => (QUANTITY.test(text.trim()) ? Number(text) : Number.NaN)

const PLACES: Record<string, [field: string, problem: PlainWord]> = {
  'customer.name': ['nome', 'nameProblem'],
  'customer.email': ['email', 'emailProblem'],
  'customer.phone': ['celular', 'phoneProblem'],
  'customer.document': ['documento', 'documentProblem'],
  amount: ['valor', 'amountProblem'],
}

/** The first words of a refusal are its field. */
export function problemsOfContact(refusals: readonly Failure[], form: Form): Problems {
  return new Map(
    refusals.map(refusal => {
      const [field, problem] = problemAt(refusal.message.split(':')[0] ?? '', form)
      return [field, problemOf(refusal, problem)] as const
    }),
  )
}

function problemAt(field: string, form: Form): [string, PlainWord] {
  const [, place] = /^quantities\.(\d+)$/.exec(field) ?? []
  if (place !== undefined) return [quantityField(Number(place)), 'quantityProblem']
  const isSilent = form.text('email').trim() === '' && form.text('celular').trim() === ''
  if (field === 'customer.email' && isSilent) return ['email', 'reachProblem']
  return PLACES[field] ?? [form.has(quantityField(0)) ? quantityField(0) : 'nome', 'totalProblem']
}
