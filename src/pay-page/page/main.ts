// The main part of a cart's page: the one screen that is true now, with what is bought beside it. The script of the page puts it in the
// place of an older one, so it is whole.
import type { Screen } from '#cart/buyer/screen.ts'
import type { CartView } from '#cart/buyer/state.ts'
import { html, type Markup } from '#kernel/html.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { EMPTY_FORM, type Form } from '../http/form.ts'
import { figuresText } from '../language.ts'
import { isRefunded, paidScreen } from '../screen/paid.ts'
import { checkingScreen, pixScreen, type Retry, startingScreen } from '../screen/pix.ts'
import { shopLink } from '../screen/shop-link.ts'
import { contactStep, quantityField } from '../step/contact.ts'
import { addressText, deliveryStep, maskedAddressText, valuesOfAddress } from '../step/delivery.ts'
import { payFields, payStep } from '../step/pay.ts'
import type { Words } from '../words.ts'
import { type Page, pathWith, titleOf } from './page.ts'
import { doneStep, laterStep, noticeOf, type Problems } from './parts.ts'
import { summaryOf } from './summary.ts'

export interface CartPage {
  token: string
  /** A uuid for the form of the pay step. */
  attempt: string
  /** The step that the buyer goes back to, with what was typed there and refused. */
  step?: { name: 'contato' | 'entrega'; values?: Form; problems?: Problems }
  /** The bank did not answer: the same attempt may go on. */
  isUnanswered?: boolean
  /** Why what was just sent did not do what its button says. */
  notice?: string
}

export interface Main {
  title: string
  main: Markup
}

export function mainOf(view: CartView, page: Page, cartPage: CartPage): Main {
  const { cart, found, screen } = view
  const heading = headingOf(page.words, view, cartPage)
  const body = isBuying(screen) ? stepsOf(view, page, cartPage) : screenBody(view, page, cartPage)
  const main = html`<div class="columns"><h1 class="title" tabindex="-1"><bdi>${heading}</bdi></h1>
${summaryOf(page, cart)}
<div class="task">
${cartPage.notice !== undefined && noticeOf(cartPage.notice)}
${lastCodeOf(page.words, screen)}
${body}
${screen.kind !== 'PAID' && shopLink(page, found.checkout, 'LEFT')}
</div></div>`
  const { step, notice } = cartPage
  const isRefused = notice !== undefined || (step?.problems?.size ?? 0) > 0
  return { title: titleOf(page, heading, isRefused), main }
}

export const isBuying = (screen: Screen): boolean => screen.kind === 'PAY' || screen.kind === 'DELIVERY'

/** Another one where something else is true. */
export function versionOf({ cart, screen }: CartView): string {
  const sale = 'sale' in screen ? `${screen.sale.id}.${screen.sale.version}` : ''
  return [screen.kind, cart.revision, sale, screen.kind === 'PAY' ? (screen.lastCode ?? '') : ''].join('-')
}

function headingOf(words: Words, { screen, found, cart }: CartView, { isUnanswered = false }: CartPage): string {
  switch (screen.kind) {
    case 'DELIVERY':
    case 'PAY':
      return found.checkout.title || cart.items[0]?.title || words.payment
    case 'STARTING':
      return isUnanswered ? words.payment : words.starting
    case 'PIX':
      return words.pixTitle
    case 'CHECKING':
      return words.checking
    case 'PAID':
      return isRefunded(screen.sale) ? words.refunded : words.paid
    case 'SOLD_OUT':
      return words.soldOut
    case 'CLOSED':
      return isOver(found) ? words.over : words.closed
  }
}

function screenBody(view: CartView, page: Page, cartPage: CartPage): Markup {
  const { token } = cartPage
  const { screen } = view
  const here = pathWith(page, `/c/${token}`)
  const { words, look } = page
  switch (screen.kind) {
    case 'STARTING':
      return startingScreen(page, here, retryOf(view, page, cartPage))
    case 'PIX':
      return pixScreen(page, view, screen, here)
    case 'CHECKING':
      return checkingScreen(page, here)
    case 'PAID':
      return paidScreen(page, view, screen)
    case 'SOLD_OUT':
      return html`<section class="step"><p class="lead">${words.soldOutText(look.name)}</p><a class="secondary" href="${here}">${words.refresh}</a></section>`
    default:
      return closedScreen(view, page)
  }
}

/** The link sells on: it is this order alone that was left for too long. */
const isOver = ({ selling, checkout }: CartView['found']) => selling === 'YES' && checkout.slug !== null

function closedScreen({ found }: CartView, page: Page): Markup {
  const { words, look } = page
  const { slug } = found.checkout
  if (!isOver(found)) return html`<section class="step"><p class="lead">${words.closedText(look.name)}</p></section>`
  return html`<section class="step"><p class="lead">${words.overText}</p><a class="secondary" href="${pathWith(page, `/l/${slug}`)}">${words.startAnew}</a></section>`
}

function retryOf({ cart }: CartView, page: Page, { token, attempt, isUnanswered = false }: CartPage): Retry | null {
  if (!isUnanswered) return null
  return { action: pathWith(page, `/c/${token}/pagar`), fields: payFields(attempt, cart.amount) }
}

function lastCodeOf(words: Words, screen: Screen): Markup | null {
  if (screen.kind !== 'PAY' || screen.lastCode === null) return null
  return noticeOf(screen.lastCode === 'EXPIRED' ? words.codeExpired : words.codeFailed, 'plain')
}

/** The steps in their order: what is done, the one that is open, and what comes later. */
function stepsOf(view: CartView, page: Page, cartPage: CartPage): Markup[] {
  const { screen, found } = view
  const { words } = page
  const open = cartPage.step?.name ?? (screen.kind === 'DELIVERY' ? 'entrega' : 'pagar')
  const steps = [open === 'contato' ? openContact(view, page, cartPage) : doneContact(view, page, cartPage)]
  if (found.asksAddress) steps.push(deliveryPart(view, page, cartPage, open))
  if (open !== 'pagar') return [...steps, laterStep(words.payment)]
  const isAgain = screen.kind === 'PAY' && screen.lastCode !== null
  const action = pathWith(page, `/c/${cartPage.token}/pagar`)
  return [...steps, payStep(page, view, { action, attempt: cartPage.attempt, isAgain })]
}

function deliveryPart(view: CartView, page: Page, cartPage: CartPage, open: string): Markup {
  const { address } = view.cart
  if (open === 'entrega') return openDelivery(view, page, cartPage)
  if (address === null) return laterStep(page.words.delivery)
  const change = {
    path: pathWith(page, `/c/${cartPage.token}`, { passo: 'entrega' }),
    label: page.words.changeDelivery,
  }
  const given = isInFull(view) ? addressText(address) : maskedAddressText(address)
  return doneStep(page, { title: page.words.delivery, given, change })
}

/** While the buyer is at it, to be checked. Later somebody else may sit at the same machine, or have got the address of the page. */
const isInFull = ({ cart, now }: CartView) => now.getTime() - cart.lastActivityAt.getTime() < HOUR_MS

function openDelivery(view: CartView, page: Page, { token, step }: CartPage): Markup {
  const { cart } = view
  const back = cart.address === null ? null : pathWith(page, `/c/${token}`)
  const action = pathWith(page, `/c/${token}/entrega`)
  const values = step?.values ?? valuesOfAddress(isInFull(view) ? cart.address : null)
  return deliveryStep(page, { action, values, back, ...(step?.problems !== undefined && { problems: step.problems }) })
}

function openContact(view: CartView, page: Page, { token, step }: CartPage): Markup {
  return contactStep(page, {
    action: pathWith(page, `/c/${token}/contato`),
    checkout: view.found.checkout,
    values: step?.values ?? choiceOf(view, page),
    back: pathWith(page, `/c/${token}`),
    ...(step?.problems !== undefined && { problems: step.problems }),
  })
}

/** Of what was given before, only how many, or how much: the summary shows it anyway. */
function choiceOf({ cart: { items, amount }, found: { checkout } }: CartView, { language }: Page): Form {
  const typed = new Map(items.map(({ quantity }, n) => [quantityField(n), String(quantity)]))
  if (checkout.openAmount !== null) typed.set('valor', figuresText(amount, language))
  return { ...EMPTY_FORM, text: name => typed.get(name) ?? '', has: name => typed.has(name) }
}

function doneContact({ masked }: CartView, page: Page, { token }: CartPage): Markup {
  const { name, email, phone, document } = masked
  const change = { path: pathWith(page, `/c/${token}`, { passo: 'contato' }), label: page.words.changeContact }
  const reach = [email, phone, document].filter(part => part !== '').join(' · ')
  const given = html`<p><bdi>${name}</bdi></p><p><bdi>${reach}</bdi></p>`
  return doneStep(page, { title: page.words.contact, given, change })
}
