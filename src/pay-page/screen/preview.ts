// The screens of a preview: those of the real page, with an example of whatever only a buyer can bring. Each says that it is none, for
// nobody is to take one of them for a receipt.
import type { WaysToPay } from '#cart/buyer/payer.ts'
import type { Cart, CartCustomer, DeliveryAddress } from '#cart/cart.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import { buildBarCode, lineOfBarCode } from '#kernel/boleto/line.ts'
import { businessDayFrom } from '#kernel/calendar/business-days.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Centavos } from '#kernel/money.ts'
import { CHECKOUT_METHODS, type CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { DAY_MS, later, SECOND_MS } from '#kernel/time.ts'
import type { BankTransfer } from '#sale/sale.ts'
import { EMPTY_FORM } from '../http/form.ts'
import { entryMain } from '../page/entry.ts'
import { mainOf, type PageView } from '../page/main.ts'
import { type Page, pathWith, titleOf } from '../page/page.ts'
import { NO_PROBLEMS } from '../page/parts.ts'
import type { Order } from '../page/summary.ts'
import { isCard } from '../step/pay.ts'

const PREVIEW_SCREENS = ['contato', 'entrega', 'pagar', 'pix', 'cartao', 'boleto', 'transferencia', 'pago'] as const
export type PreviewScreen = (typeof PREVIEW_SCREENS)[number]

/** Where each method leads. What a card leads to is the end: its number is typed at the pay step. */
const SCREEN_OF: Record<CheckoutMethod, PreviewScreen> = {
  PIX: 'pix',
  CREDIT_CARD: 'cartao',
  DEBIT_CARD: 'cartao',
  BOLETO: 'boleto',
  TRANSFER: 'transferencia',
}

export interface PreviewExample {
  found: FoundCheckout
  /** What a buyer would pay. */
  bought: Pick<PageView['cart'], 'items' | 'shipping' | 'discount'> & { amount: Centavos }
  /** By which methods. */
  ways: WaysToPay
}

export interface PreviewPage extends PreviewExample {
  order: Order
  screen: PreviewScreen
  here: `/${string}`
  now: Date
}

export function previewMain(page: Page, preview: PreviewPage): { title: string; main: Markup } {
  const { words } = page
  const { title, main } = screenOf(page, preview)
  return { title: `${words.preview}: ${title}`, main: html`${bannerOf(page, preview)}${main}` }
}

/** The screens that there are, in their order. */
export function screensOf({ found: { asksAddress }, ways }: PreviewExample): PreviewScreen[] {
  const ofMethods = new Set(Object.values(SCREEN_OF))
  const offered = new Set(methodsOf(ways).map(method => SCREEN_OF[method]))
  return PREVIEW_SCREENS.filter(screen => {
    if (ofMethods.has(screen)) return offered.has(screen)
    return screen !== 'entrega' || asksAddress
  })
}

/** `method`: that was chosen at the pay step, as far as one was. */
export function screenAfter(
  step: PreviewScreen,
  screens: readonly PreviewScreen[],
  method: CheckoutMethod | null,
): PreviewScreen {
  if (step !== 'pagar') return screens[screens.indexOf(step) + 1] ?? 'contato'
  if (isCard(method)) return 'pago'
  const chosen = method === null ? undefined : screens.find(screen => screen === SCREEN_OF[method])
  return chosen ?? screens[screens.indexOf('pagar') + 1] ?? 'pago'
}

const methodsOf = (ways: WaysToPay): CheckoutMethod[] => CHECKOUT_METHODS.filter(method => ways[method] !== undefined)

function bannerOf(page: Page, preview: PreviewPage): Markup {
  const { here, screen, ways } = preview
  const { words } = page
  const names: Record<PreviewScreen, string> = {
    contato: words.contact,
    entrega: words.delivery,
    pagar: words.payment,
    pix: words.pix,
    cartao: ways.CREDIT_CARD === undefined ? words.debitCard : words.creditCard,
    boleto: words.boleto,
    transferencia: words.transfer,
    pago: words.paid,
  }
  const links = screensOf(preview).map(
    one =>
      html`<li><a href="${pathWith(page, here, { passo: one })}"${one === screen && html` aria-current="page"`}>${names[one]}</a></li>`,
  )
  return html`<aside class="notice plain preview" aria-label="${words.preview}"><p>${words.previewText}</p><nav aria-label="${words.previewScreens}"><ul>${links}</ul></nav></aside>`
}

function screenOf(page: Page, preview: PreviewPage): { title: string; main: Markup } {
  const { found, order, here, screen, ways } = preview
  if (screen === 'contato') {
    const action = pathWith(page, `${here}/contato`)
    const form = { action, values: EMPTY_FORM, problems: NO_PROBLEMS, hidden: {} }
    const { heading, main } = entryMain(page, { found, order, ...form })
    return { title: titleOf(page, heading), main }
  }
  const card = screen === 'cartao' ? methodsOf(ways).find(isCard) : undefined
  const typed = card === undefined ? {} : { typed: { method: card, values: EMPTY_FORM, problems: NO_PROBLEMS } }
  return mainOf(viewOf(page, preview), page, { here, attempt: '', ...typed })
}

const EXAMPLE: CartCustomer = { name: 'Ana', email: 'ana@example.com', phone: '11987654321', document: '' }

const ADDRESS: DeliveryAddress = {
  zipCode: '01001000',
  street: 'Praça da Sé',
  number: '100',
  complement: '',
  district: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}

/** A bank that there is not: no one takes money for it. */
const LINE = lineOfBarCode(buildBarCode({ bank: '000', dueOn: null, amount: null, freeField: '0'.repeat(25) }))

const PAYEE: Omit<BankTransfer['payee'], 'pixKey' | 'holderName'> = {
  bank: '000',
  branch: '0000',
  account: '00000-0',
  accountType: 'CORRENTE',
  holderDocument: '00000000000000',
}

/** Who buys in a preview, and where the goods go. */
export const exampleBuyer = ({
  asksAddress,
}: Pick<FoundCheckout, 'asksAddress'>): Pick<Cart, 'customer' | 'address'> => ({
  customer: EXAMPLE,
  address: asksAddress ? ADDRESS : null,
})

function viewOf({ words }: Page, { found, bought, screen, ways, now }: PreviewPage): PageView {
  const { checkout } = found
  const sale = saleOf(words, { found, bought, screen, ways, now })
  const dueOn = businessDayFrom(dateAt(later(now, checkout.boletoDueInDays * DAY_MS)))
  const boleto = { line: LINE, dueOn, payUntil: dueOn, identifiedAt: null, pdfUrl: null }
  const pay = { kind: 'PAY' as const, lastCode: null, lastCard: null }
  const screens = {
    contato: pay,
    entrega: { kind: 'DELIVERY' as const },
    pagar: pay,
    cartao: pay,
    pix: { kind: 'PIX' as const, sale },
    boleto: { kind: 'BOLETO' as const, sale, boleto },
    transferencia: { kind: 'TRANSFER' as const, sale },
    pago: { kind: 'PAID' as const, sale },
  }
  const address = screen === 'entrega' ? null : exampleBuyer(found).address
  return {
    cart: { ...bought, address, revision: 0, lastActivityAt: now },
    found,
    ways,
    screen: screens[screen],
    masked: {
      name: 'A••• S•••',
      email: 'a•••@e•••.com',
      phone: '•••4321',
      document: checkout.askDocument ? '***.982.247-**' : '',
    },
    now,
  }
}

function saleOf(
  words: Page['words'],
  { found: { checkout }, bought, screen, ways, now }: Omit<PreviewPage, 'order' | 'here'>,
) {
  const payee = { ...PAYEE, pixKey: words.previewKey, holderName: words.previewHolder }
  return {
    id: 0n,
    version: 0,
    uuid: words.previewReference,
    status: screen === 'pago' ? ('PAGO' as const) : ('PENDENTE' as const),
    paymentMethod: methodsOf(ways)[0] ?? ('PIX' as const),
    amount: bought.amount,
    externalReference: null,
    completedAt: now,
    updatedAt: now,
    brCode: words.previewCode,
    charge: null,
    bankTransfer: { reference: words.previewMessage, payee },
    expiresAt: new Date(now.getTime() + checkout.pixExpiresInSeconds * SECOND_MS),
  }
}
