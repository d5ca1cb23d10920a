// The main part of a cart's page: the one screen that is true now, with what is bought beside it. The script of the page puts it in the
// place of an older one, so it is whole.
import type { Screen, ShownCard } from '#cart/buyer/screen.ts'
import type { CartView } from '#cart/buyer/state.ts'
import type { Cart, CartCustomer } from '#cart/cart.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import { EMPTY_FORM, type Form } from '../http/form.ts'
import { figuresText } from '../language.ts'
import { type BoletoPaths, boletoScreen } from '../screen/boleto.ts'
import { cardPageScreen, cardScreen, isChallenged, isOnPage } from '../screen/card.ts'
import { closedScreen, endedText, isOver, soldOutScreen } from '../screen/ended.ts'
import { isRefunded, type PaidSale, paidScreen } from '../screen/paid.ts'
import { checkingScreen, type OpenSale, pixScreen, type Retry, startingScreen } from '../screen/pix.ts'
import { shopLink } from '../screen/shop-link.ts'
import { type TransferSale, transferScreen } from '../screen/transfer.ts'
import { contactStep, quantityField } from '../step/contact.ts'
import { addressText, deliveryStep, maskedAddressText, valuesOfAddress } from '../step/delivery.ts'
import { payFields, payStep, type TypedPay } from '../step/pay.ts'
import type { Words } from '../words.ts'
import { type Page, pathWith, titleOf } from './page.ts'
import { doneStep, laterStep, noticeOf, type Problems } from './parts.ts'
import { summaryOf } from './summary.ts'

/** Of a sale, what one of its screens shows, and what tells when it is another one. */
type ShownSale = PaidSale & OpenSale & TransferSale & Pick<Sale, 'id' | 'version'>

/** What a page needs to know of a cart. */
export interface PageView {
  cart: Pick<Cart, 'items' | 'shipping' | 'discount' | 'amount' | 'address' | 'revision' | 'lastActivityAt'>
  found: Pick<FoundCheckout, 'checkout' | 'selling' | 'asksAddress' | 'card'>
  screen: Screen<ShownSale>
  ways: CartView['ways']
  masked: CartCustomer
  now: Date
}

export interface CartPage {
  /** The address of the page, below which its forms are. */
  here: `/${string}`
  /** A uuid for the form of the pay step. */
  attempt: string
  /** The step that the buyer goes back to, with what was typed there and refused. */
  step?: { name: 'contato' | 'entrega'; values?: Form; problems?: Problems }
  /** The bank did not answer: the same attempt may go on, with what was sent. */
  unanswered?: Form
  /** What was typed for a method at the pay step, and refused. */
  typed?: TypedPay
  /** Where the page is; absent: a preview. */
  origin?: string
  /** Why what was just sent did not do what its button says. */
  notice?: string
  /** Whether the address of a postal code can be found. */
  findsZipCodes?: boolean
}

export interface Main {
  title: string
  main: Markup
}

export function mainOf(view: PageView, page: Page, cartPage: CartPage): Main {
  const { cart, found, screen } = view
  const heading = headingOf(page.words, view, cartPage)
  const body = screenBody(view, page, cartPage)
  const main = html`<div class="columns"><h1 class="title" tabindex="-1"><bdi>${heading}</bdi></h1>
${summaryOf(page, cart)}
<div class="task">
${cartPage.notice !== undefined && noticeOf(cartPage.notice)}
${lastTryOf(page, screen)}
${body}
${screen.kind !== 'PAID' && shopLink(page, found.checkout, 'LEFT')}
</div></div>`
  const { step, notice } = cartPage
  const isRefused = notice !== undefined || (step?.problems?.size ?? 0) > 0
  return { title: titleOf(page, heading, isRefused), main }
}

export const isBuying = (screen: PageView['screen']): boolean => screen.kind === 'PAY' || screen.kind === 'DELIVERY'

/** Another one where something else is true. */
export function versionOf({ cart, screen }: PageView): string {
  const sale = 'sale' in screen ? `${screen.sale.id}.${screen.sale.version}` : ''
  return [screen.kind, cart.revision, sale, detailOf(screen)].join('-')
}

function detailOf(screen: PageView['screen']): string {
  if (screen.kind === 'BOLETO') return screen.boleto.identifiedAt === null ? '' : 'IDENTIFIED'
  if (screen.kind === 'CARD') return isOnPage(screen.card) ? 'PAGE' : isChallenged(screen.card) ? 'CHALLENGE' : ''
  const lastCode = 'lastCode' in screen ? screen.lastCode : null
  if (lastCode !== null) return `${lastCode.end}${lastCode.mayHaveBeenPaid ? '.DOUBT' : ''}`
  return screen.kind === 'PAY' ? (screen.lastCard ?? '') : ''
}

function headingOf(words: Words, { screen, found, cart }: PageView, { unanswered }: CartPage): string {
  switch (screen.kind) {
    case 'DELIVERY':
    case 'PAY':
      return found.checkout.title || cart.items[0]?.title || words.payment
    case 'STARTING':
      return unanswered === undefined ? words.starting : words.payment
    case 'PIX':
      return words.pixTitle
    case 'BOLETO':
      return screen.boleto.identifiedAt === null ? words.boletoTitle : words.identified
    case 'CARD':
      return unanswered === undefined ? cardHeading(words, screen.card) : words.payment
    case 'TRANSFER':
      return words.transferTitle
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

function cardHeading(words: Words, card: ShownCard | null): string {
  if (isOnPage(card)) return words.pageTitle
  return isChallenged(card) ? words.challengeTitle : words.payingByCard
}

function screenBody(view: PageView, page: Page, cartPage: CartPage): Markup | Markup[] {
  const { screen } = view
  const here = pathWith(page, cartPage.here)
  switch (screen.kind) {
    case 'DELIVERY':
    case 'PAY':
      return stepsOf(view, page, cartPage)
    case 'STARTING':
      return startingScreen(page, here, retryOf(view, page, cartPage))
    case 'PIX':
      return pixScreen(page, view, screen, here)
    case 'BOLETO':
      return boletoScreen(page, screen, boletoPathsOf(cartPage))
    case 'CARD':
      if (isOnPage(screen.card))
        return cardPageScreen(page, screen.card.pageUrl, here, pathWith(page, `${cartPage.here}/outra-forma`))
      return cardScreen(page, screen.card, here, retryOf(view, page, cartPage))
    case 'TRANSFER':
      return transferScreen(page, screen.sale, here)
    case 'CHECKING':
      return checkingScreen(page, here)
    case 'PAID':
      return paidScreen(page, view.found, screen.sale)
    case 'SOLD_OUT':
      return soldOutScreen(page, screen, here)
    case 'CLOSED':
      return closedScreen(page, view.found, screen)
  }
}

const boletoPathsOf = ({ here, origin }: CartPage): BoletoPaths => ({
  here,
  print: origin === undefined ? null : `${here}/boleto`,
})

function retryOf({ cart }: PageView, page: Page, { here, attempt, unanswered }: CartPage): Retry | null {
  if (unanswered === undefined) return null
  return { action: pathWith(page, `${here}/pagar`), fields: payFields(attempt, cart.amount, unanswered) }
}

function lastTryOf(page: Page, screen: PageView['screen']): Markup | null {
  if (screen.kind !== 'PAY') return null
  const { words } = page
  const { lastCode, lastCard } = screen
  if (lastCard !== null) return noticeOf(`${words.cardRefused} ${words[ADVICE[lastCard]]}`)
  return lastCode && noticeOf(endedText(page, lastCode), 'plain')
}

const ADVICE = { CHECK: 'cardCheck', OTHER: 'cardOther', LATER: 'cardLater' } as const

/** The steps in their order: what is done, the one that is open, and what comes later. */
function stepsOf(view: PageView, page: Page, cartPage: CartPage): Markup[] {
  const { screen, found } = view
  const { words } = page
  const open = cartPage.step?.name ?? (screen.kind === 'DELIVERY' ? 'entrega' : 'pagar')
  const steps = [open === 'contato' ? openContact(view, page, cartPage) : doneContact(view, page, cartPage)]
  if (found.asksAddress) steps.push(deliveryPart(view, page, cartPage, open))
  if (open !== 'pagar') return [...steps, laterStep(words.payment)]
  const isAgain = screen.kind === 'PAY' && screen.lastCode !== null
  const action = pathWith(page, `${cartPage.here}/pagar`)
  const { attempt, typed = null, findsZipCodes = false, origin = null } = cartPage
  const lookup = findsZipCodes ? `${cartPage.here}/cep/` : null
  return [...steps, payStep(page, view, { action, attempt, isAgain, typed, lookup, origin })]
}

function deliveryPart(view: PageView, page: Page, cartPage: CartPage, open: string): Markup {
  const { address } = view.cart
  if (open === 'entrega') return openDelivery(view, page, cartPage)
  if (address === null) return laterStep(page.words.delivery)
  const change = {
    path: pathWith(page, cartPage.here, { passo: 'entrega' }),
    label: page.words.changeDelivery,
  }
  const given = isInFull(view) ? addressText(address) : maskedAddressText(address)
  return doneStep(page, { title: page.words.delivery, given, change })
}

/** While the buyer is at it, to be checked. Later somebody else may sit at the same machine, or have got the address of the page. */
const isInFull = ({ cart, now }: PageView) => now.getTime() - cart.lastActivityAt.getTime() < HOUR_MS

function openDelivery(view: PageView, page: Page, { here, step, findsZipCodes = false }: CartPage): Markup {
  const { cart } = view
  const back = cart.address === null ? null : pathWith(page, here)
  const action = pathWith(page, `${here}/entrega`)
  const values = step?.values ?? valuesOfAddress(isInFull(view) ? cart.address : null)
  const lookup = findsZipCodes ? `${here}/cep/` : null
  return deliveryStep(page, {
    action,
    values,
    back,
    lookup,
    ...(step?.problems !== undefined && { problems: step.problems }),
  })
}

function openContact(view: PageView, page: Page, { here, step }: CartPage): Markup {
  return contactStep(page, {
    action: pathWith(page, `${here}/contato`),
    checkout: view.found.checkout,
    values: step?.values ?? choiceOf(view, page),
    back: pathWith(page, here),
    ...(step?.problems !== undefined && { problems: step.problems }),
  })
}

/** Of what was given before, only how many, or how much: the summary shows it anyway. */
function choiceOf({ cart: { items, amount }, found: { checkout } }: PageView, { language }: Page): Form {
  const typed = new Map(items.map(({ quantity }, n) => [quantityField(n), String(quantity)]))
  if (checkout.openAmount !== null) typed.set('valor', figuresText(amount, language))
  return { ...EMPTY_FORM, text: name => typed.get(name) ?? '', has: name => typed.has(name) }
}

function doneContact({ masked }: PageView, page: Page, { here }: CartPage): Markup {
  const { name, email, phone, document } = masked
  const change = { path: pathWith(page, here, { passo: 'contato' }), label: page.words.changeContact }
  const reach = [email, phone, document].filter(part => part !== '').join(' · ')
  const given = html`<p><bdi>${name}</bdi></p><p><bdi>${reach}</bdi></p>`
  return doneStep(page, { title: page.words.contact, given, change })
}
