// What methods take of a buyer beside what the cart has, below the choice of the method: each field once, whichever of them needs it. A browser
// shows those of the method that is chosen; the style knows by the classes.
import type { PayerDetail, PayerFields, WaysToPay } from '#cart/buyer/payer.ts'
import type { Failure } from '#kernel/failure.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import type { Form } from '../http/form.ts'
import type { Page } from '../page/page.ts'
import { fieldOf, type Problems, problemOf } from '../page/parts.ts'
import type { PlainWord } from '../words.ts'
import { addressFields, addressOf, problemsOfDelivery } from './delivery.ts'

const methodsIn = (ways: WaysToPay): CheckoutMethod[] => Object.keys(ways) as CheckoutMethod[]

/** Seen where one of these methods is chosen. */
export const whenOf = (methods: readonly CheckoutMethod[]): string =>
  `when ${methods.map(method => `by-${method}`).join(' ')}`

interface Typed {
  values: Form
  problems: Problems
}

const HINTS: Partial<Record<CheckoutMethod, PlainWord>> = {
  BOLETO: 'boletoDetails',
  TRANSFER: 'transferDetails',
  CREDIT_CARD: 'cardDetails',
  DEBIT_CARD: 'cardDetails',
}

/** null: nothing is asked for. */
export function payerFields(
  page: Page,
  ways: WaysToPay,
  { values, problems }: Typed,
  lookup: string | null,
): Markup | null {
  const { words } = page
  const needing = (detail?: PayerDetail) =>
    methodsIn(ways).filter(method => (detail === undefined ? ways[method]?.length : ways[method]?.includes(detail)))
  const all = needing()
  if (all.length === 0) return null
  const hints = Map.groupBy(all, method => HINTS[method])
  const field = (detail: PayerDetail, given: Parameters<typeof fieldOf>[1]) =>
    needing(detail).length > 0 &&
    html`<div class="${whenOf(needing(detail))}">${fieldOf(page, { value: values.text(given.name), isOneOf: true, ...given }, problems)}</div>`
  return html`<div class="payer ${whenOf(all)}">
${[...hints].map(([hint, methods]) => hint !== undefined && html`<p class="hint ${whenOf(methods)}">${words[hint]}</p>`)}
${field('document', { name: 'documento', label: words.document, maxlength: 18 })}
${field('email', { name: 'email', label: words.email, type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 254 })}
${field('phone', { name: 'celular', label: words.phone, type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxlength: 30 })}
${needing('address').length > 0 && html`<div class="fields ${whenOf(needing('address'))}">${addressFields(page, { values, problems, lookup, isRequired: false })}</div>`}
</div>`
}

export const asksAddress = (ways: WaysToPay): boolean => Object.values(ways).some(needed => needed.includes('address'))

export const payerFieldsOf = (form: Form): PayerFields => ({
  document: form.text('documento'),
  email: form.text('email'),
  phone: form.text('celular'),
  address: addressOf(form),
})

const FIELD_OF: Record<Exclude<PayerDetail, 'address'>, [field: string, problem: PlainWord]> = {
  document: ['documento', 'documentProblem'],
  email: ['email', 'emailProblem'],
  phone: ['celular', 'phoneProblem'],
}

/** By the field of the form. */
export function problemsOfPayer(refusals: readonly Failure[]): Map<string, PlainWord> {
  const ofCustomer = refusals.filter(({ message }) => message.startsWith('customer.'))
  const named = ofCustomer.map(refusal => {
    const need = refusal.message.slice('customer.'.length).split(':')[0] as keyof typeof FIELD_OF
    const [field, problem] = FIELD_OF[need] ?? FIELD_OF.document
    return [field, problemOf(refusal, problem)] as const
  })
  return new Map([...named, ...problemsOfDelivery(refusals.filter(one => !ofCustomer.includes(one)))])
}
