// The last step: by which method, and the button that names the sum. What a boleto takes beside is asked for below its choice, as far as the
// cart does not have it; a browser shows it once boleto is chosen.
import type { BoletoDetail, BoletoFields } from '#cart/buyer/boleto.ts'
import type { Cart } from '#cart/cart.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import type { Failure } from '#kernel/failure.ts'
import { html, type Markup } from '#kernel/html.ts'
import { type Centavos, toCentsText } from '#kernel/money.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import { EMPTY_FORM, type Form } from '../http/form.ts'
import type { Page } from '../page/page.ts'
import { attribute, fieldOf, hiddenFields, NO_PROBLEMS, type Problems, problemSummary } from '../page/parts.ts'
import type { PlainWord } from '../words.ts'
import { addressFields, addressOf, problemsOfDelivery } from './delivery.ts'

interface PayView {
  cart: Pick<Cart, 'amount'>
  found: Pick<FoundCheckout, 'checkout'>
  boletoDetails: BoletoDetail[] | null
}

export interface PayStep {
  action: string
  /** A uuid: a double click, a reload and the back button are one charge. */
  attempt: string
  /** The code before has expired or failed: this makes another one. */
  isAgain: boolean
  /** What was typed for a boleto and refused. */
  typed: TypedBoleto | null
  /** Below which a postal code's address is found; null: nobody knows it. */
  lookup: string | null
}

export interface TypedBoleto {
  values: Form
  problems: Problems
}

export function payStep(page: Page, view: PayView, step: PayStep): Markup {
  const { words } = page
  const { action, attempt, typed, lookup } = step
  const { boletoDetails: needs } = view
  const isPix = view.found.checkout.methods.includes('PIX')
  const { problems } = typed ?? NOTHING_TYPED
  if (!isPix && needs === null)
    return html`<section class="step"><p class="lead">${words.cannotCharge(page.look.name)}</p></section>`
  const zipCodes = needs?.includes('address') ? (lookup ?? undefined) : undefined
  return html`<section class="step" aria-labelledby="passo-pagamento">
<h2 id="passo-pagamento" tabindex="-1">${words.payment}</h2>
${problemSummary(page, problems)}
<form method="post" action="${action}" data-once${attribute('data-zip-codes', zipCodes)}>
${hiddenFields({ tentativa: attempt, total: toCentsText(view.cart.amount) })}
<fieldset class="methods"><legend class="only-heard">${words.method}</legend>
${isPix && method(page, { value: 'PIX', isChosen: typed === null })}
${needs !== null && method(page, { value: 'BOLETO', isChosen: typed !== null || !isPix, more: boletoFields(page, needs, step) })}
</fieldset>
<button class="primary" type="submit">${buttonText(page, view, step, needs !== null)}</button>
</form>
</section>`
}

const NOTHING_TYPED: TypedBoleto = { values: EMPTY_FORM, problems: NO_PROBLEMS }

interface Method {
  value: 'PIX' | 'BOLETO'
  isChosen: boolean
  more?: Markup | null
}

const NUMBER = { PIX: 0, BOLETO: 1 } as const

function method({ words }: Page, { value, isChosen, more = null }: Method): Markup {
  const id = `metodo-${NUMBER[value]}`
  const [name, hint] = value === 'PIX' ? [words.pix, words.pixHint] : [words.boleto, words.boletoHint]
  return html`<div class="method"><input type="radio" id="${id}" name="metodo" value="${value}"${isChosen && html` checked`} aria-describedby="${id}-dica"><label for="${id}">${name}</label><p class="hint" id="${id}-dica">${hint}</p>${more}</div>`
}

/** Both texts are there: the style shows that of the method that is chosen. */
function buttonText({ words, language }: Page, { cart, found }: PayView, { isAgain }: PayStep, hasBoleto: boolean) {
  const sum = moneyText(cart.amount, language)
  const pay = isAgain ? words.newCode(sum) : words.pay(sum)
  if (!hasBoleto) return pay
  if (!found.checkout.methods.includes('PIX')) return words.makeBoleto(sum)
  return html`<span class="by-pix">${pay}</span><span class="by-boleto">${words.makeBoleto(sum)}</span>`
}

const FIELD_OF: Record<Exclude<BoletoDetail, 'address'>, [field: string, problem: PlainWord]> = {
  document: ['documento', 'documentProblem'],
  email: ['email', 'emailProblem'],
  phone: ['celular', 'phoneProblem'],
}

function boletoFields(page: Page, needs: readonly BoletoDetail[], { typed, lookup }: PayStep): Markup | null {
  if (needs.length === 0) return null
  const { words } = page
  const { values, problems } = typed ?? NOTHING_TYPED
  const field = (given: Parameters<typeof fieldOf>[1]) =>
    fieldOf(page, { value: values.text(given.name), isOneOf: true, ...given }, problems)
  return html`<div class="more"><p class="hint">${words.boletoDetails}</p><div class="fields">
${needs.includes('document') && field({ name: 'documento', label: words.document, maxlength: 18 })}
${needs.includes('email') && field({ name: 'email', label: words.email, type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 254 })}
${needs.includes('phone') && field({ name: 'celular', label: words.phone, type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxlength: 30 })}
${needs.includes('address') && addressFields(page, { values, problems, lookup, isRequired: false })}
</div></div>`
}

export const boletoFieldsOf = (form: Form): BoletoFields => ({
  document: form.text('documento'),
  email: form.text('email'),
  phone: form.text('celular'),
  address: addressOf(form),
})

/** By the field of the form. */
export function problemsOfBoleto(refusals: readonly Failure[]): Problems {
  const ofCustomer = refusals.filter(({ message }) => message.startsWith('customer.'))
  const named = ofCustomer.map(({ message }) => {
    const need = message.slice('customer.'.length).split(':')[0] as keyof typeof FIELD_OF
    return FIELD_OF[need] ?? FIELD_OF.document
  })
  return new Map([...named, ...problemsOfDelivery(refusals.filter(one => !ofCustomer.includes(one)))])
}

/** What the form sends, with what was chosen and typed in it: to go on with it where the bank did not answer. */
export function payFields(attempt: string, amount: Centavos, form: Form = EMPTY_FORM): Record<string, string> {
  const typed = TYPED.filter(name => form.has(name)).map(name => [name, form.text(name)])
  const method = form.text('metodo') === 'BOLETO' ? 'BOLETO' : 'PIX'
  return { tentativa: attempt, total: toCentsText(amount), metodo: method, ...Object.fromEntries(typed) }
}

const TYPED = ['documento', 'email', 'celular', 'cep', 'rua', 'numero', 'complemento', 'bairro', 'cidade', 'uf']
