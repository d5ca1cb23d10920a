// The last step: by which method, and the button that names the sum. What a method takes beside is shown once it is chosen.
import type { WaysToPay } from '#cart/buyer/payer.ts'
import type { Cart } from '#cart/cart.ts'
import type { CardOffer } from '#checkout/checkout.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import { type Centavos, toCentsText } from '#kernel/money.ts'
import { type CardMethod, CHECKOUT_METHODS, type CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import { EMPTY_FORM, type Form } from '../http/form.ts'
import type { Page } from '../page/page.ts'
import { attribute, hiddenFields, NO_PROBLEMS, type Problems, problemSummary } from '../page/parts.ts'
import type { PlainWord } from '../words.ts'
import { cardFields } from './card-fields.ts'
import { asksAddress, payerFields, whenOf } from './payer-fields.ts'

interface PayView {
  cart: Pick<Cart, 'amount'>
  found: Pick<FoundCheckout, 'card'>
  ways: WaysToPay
}

export interface PayStep {
  action: string
  /** A uuid: a double click, a reload and the back button are one charge. */
  attempt: string
  /** The code before has expired or failed: this makes another one. */
  isAgain: boolean
  /** What was typed for a method and refused. */
  typed: TypedPay | null
  /** Below which a postal code's address is found; null: nobody knows it. */
  lookup: string | null
  /** Where this page is, which a card's frame answers alone; null: a preview, without a frame. */
  origin: string | null
}

export interface TypedPay {
  method: CheckoutMethod
  values: Form
  problems: Problems
}

export function payStep(page: Page, view: PayView, step: PayStep): Markup {
  const { words } = page
  const { action, attempt, typed, lookup } = step
  const { ways } = view
  const offered = CHECKOUT_METHODS.filter(method => ways[method] !== undefined)
  if (offered.length === 0)
    return html`<section class="step"><p class="lead">${words.cannotCharge(page.look.name)}</p></section>`
  const chosen = offered.find(method => method === typed?.method) ?? offered[0]
  const { values, problems } = typed ?? NOTHING_TYPED
  const zipCodes = asksAddress(ways) ? (lookup ?? undefined) : undefined
  return html`<section class="step" aria-labelledby="passo-pagamento">
<h2 id="passo-pagamento" tabindex="-1">${words.payment}</h2>
${problemSummary(page, problems)}
<form method="post" action="${action}" data-once${attribute('data-zip-codes', zipCodes)}>
${hiddenFields({ tentativa: attempt, total: toCentsText(view.cart.amount) })}
<fieldset class="methods"><legend class="only-heard">${words.method}</legend>
${offered.map(value => method(page, { value, isChosen: value === chosen, ...textsOf(page, view, value), more: moreOf(page, view, step, value) }))}
</fieldset>
${payerFields(page, ways, { values, problems }, lookup)}
<button class="primary" type="submit">${buttonText(page, view, step, offered)}</button>
</form>
</section>`
}

const NOTHING_TYPED = { values: EMPTY_FORM, problems: NO_PROBLEMS }

interface Method {
  value: CheckoutMethod
  isChosen: boolean
  name: string
  hint: string
  more: Markup | null
}

function method(_page: Page, { value, isChosen, name, hint, more }: Method): Markup {
  const id = `metodo-${CHECKOUT_METHODS.indexOf(value)}`
  return html`<div class="method"><input type="radio" id="${id}" name="metodo" value="${value}"${isChosen && html` checked`} aria-describedby="${id}-dica"><label for="${id}">${name}</label><p class="hint" id="${id}-dica">${hint}</p>${more}</div>`
}

const NAMES: Record<CheckoutMethod, [name: PlainWord, hint: PlainWord]> = {
  PIX: ['pix', 'pixHint'],
  CREDIT_CARD: ['creditCard', 'creditCard'],
  DEBIT_CARD: ['debitCard', 'debitCardHint'],
  BOLETO: ['boleto', 'boletoHint'],
  TRANSFER: ['transfer', 'transferHint'],
}

function textsOf({ words }: Page, { cart, found }: PayView, value: CheckoutMethod): Pick<Method, 'name' | 'hint'> {
  const [name, hint] = NAMES[value]
  const isCredit = value === 'CREDIT_CARD'
  return {
    name: words[name],
    hint: isCredit ? words.creditCardHintOf(found.card?.maxInstallments('CREDIT_CARD', cart.amount) ?? 1) : words[hint],
  }
}

export const isCard = (method: CheckoutMethod | null): method is CardMethod =>
  method === 'CREDIT_CARD' || method === 'DEBIT_CARD'

function moreOf(
  page: Page,
  { cart, found: { card } }: PayView,
  { origin, typed }: PayStep,
  method: CheckoutMethod,
): Markup | null {
  if (!isCard(method) || card === null) return null
  return cardFields(page, {
    method,
    amount: cart.amount,
    maxInstallments: card.maxInstallments(method, cart.amount),
    frame: frameOf(page, card.entry, origin, method),
    chosen: Number(typed?.values.text('parcelas') || 1),
  })
}

function frameOf({ language }: Page, entry: CardOffer['entry'], origin: string | null, method: CardMethod) {
  if (entry.kind === 'page') return 'page'
  return origin === null ? null : { address: entry.address({ origin, language, method }), origin: entry.origin }
}

/** All texts are there: the style shows that of the method that is chosen. */
function buttonText(
  { words, language }: Page,
  { cart, found: { card } }: PayView,
  { isAgain }: PayStep,
  offered: readonly CheckoutMethod[],
): Markup {
  const sum = moneyText(cart.amount, language)
  const texts = offered.map(method => {
    if (method === 'BOLETO') return [method, words.makeBoleto(sum)] as const
    if (method === 'TRANSFER') return [method, words.seeTransfer(sum)] as const
    if (isCard(method) && card?.entry.kind === 'page') return [method, words.payOnPage(sum)] as const
    return [method, method === 'PIX' && isAgain ? words.newCode(sum) : words.pay(sum)] as const
  })
  const methodsByText = Map.groupBy(texts, ([, text]) => text)
  if (methodsByText.size === 1) return html`${texts[0]?.[1]}`
  return html`${[...methodsByText].map(([text, methods]) => html`<span class="${whenOf(methods.map(([method]) => method))}">${text}</span>`)}`
}

/** What the form sends, with what was chosen and typed in it: to go on with it where the bank did not answer. Never the token of a card. */
export function payFields(attempt: string, amount: Centavos, form: Form = EMPTY_FORM): Record<string, string> {
  const typed = TYPED.filter(name => form.has(name)).map(name => [name, form.text(name)])
  const method = methodIn(form) ?? 'PIX'
  return { tentativa: attempt, total: toCentsText(amount), metodo: method, ...Object.fromEntries(typed) }
}

/** null: none that there is. */
export const methodIn = (form: Form): CheckoutMethod | null =>
  CHECKOUT_METHODS.find(method => method === form.text('metodo')) ?? null

const TYPED = [
  'documento',
  'email',
  'celular',
  'cep',
  'rua',
  'numero',
  'complemento',
  'bairro',
  'cidade',
  'uf',
  'parcelas',
]
