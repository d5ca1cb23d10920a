// The screens of a preview: those of the real page, with an example of whatever only a buyer can bring. Each says that it is none, for
// nobody is to take one of them for a receipt.
import type { WaysToPay } from '#cart/buyer/payer.ts'
import type { Cart, CartCustomer, DeliveryAddress } from '#cart/cart.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Centavos } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { EMPTY_FORM } from '../http/form.ts'
import { entryMain } from '../page/entry.ts'
import { mainOf, type PageView } from '../page/main.ts'
import { type Page, pathWith, titleOf } from '../page/page.ts'
import { NO_PROBLEMS } from '../page/parts.ts'
import type { Order } from '../page/summary.ts'

const PREVIEW_SCREENS = ['contato', 'entrega', 'pagar', 'pix', 'pago'] as const
export type PreviewScreen = (typeof PREVIEW_SCREENS)[number]

export interface PreviewPage {
  found: FoundCheckout
  order: Order
  /** What a buyer would pay. */
  bought: Pick<PageView['cart'], 'items' | 'shipping' | 'discount'> & { amount: Centavos }
  screen: PreviewScreen
  here: `/${string}`
  /** By which methods such a cart can be paid. */
  waysFor(cart: Pick<Cart, 'customer' | 'address' | 'amount'>): WaysToPay
  now: Date
}

export function previewMain(page: Page, preview: PreviewPage): { title: string; main: Markup } {
  const { words } = page
  const { title, main } = screenOf(page, preview)
  return { title: `${words.preview}: ${title}`, main: html`${bannerOf(page, preview)}${main}` }
}

/** The screens that there are, in their order. */
export const screensOf = ({ asksAddress }: Pick<FoundCheckout, 'asksAddress'>): PreviewScreen[] =>
  PREVIEW_SCREENS.filter(screen => screen !== 'entrega' || asksAddress)

function bannerOf(page: Page, { found, here, screen }: PreviewPage): Markup {
  const { words } = page
  const names: Record<PreviewScreen, string> = {
    contato: words.contact,
    entrega: words.delivery,
    pagar: words.payment,
    pix: words.pix,
    pago: words.paid,
  }
  const links = screensOf(found).map(
    one =>
      html`<li><a href="${pathWith(page, here, { passo: one })}"${one === screen && html` aria-current="page"`}>${names[one]}</a></li>`,
  )
  return html`<aside class="notice plain preview" aria-label="${words.preview}"><p>${words.previewText}</p><nav aria-label="${words.previewScreens}"><ul>${links}</ul></nav></aside>`
}

function screenOf(page: Page, preview: PreviewPage): { title: string; main: Markup } {
  const { found, order, here, screen } = preview
  if (screen === 'contato') {
    const action = pathWith(page, `${here}/contato`)
    const form = { action, values: EMPTY_FORM, problems: NO_PROBLEMS, hidden: {} }
    const { heading, main } = entryMain(page, { found, order, ...form })
    return { title: titleOf(page, heading), main }
  }
  return mainOf(viewOf(page, preview), page, { here, attempt: '' })
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

function viewOf({ words }: Page, { found, bought, screen, waysFor, now }: PreviewPage): PageView {
  const { checkout, asksAddress } = found
  const sale = {
    id: 0n,
    version: 0,
    uuid: words.previewReference,
    status: screen === 'pago' ? ('PAGO' as const) : ('PENDENTE' as const),
    paymentMethod: 'PIX' as const,
    amount: bought.amount,
    externalReference: null,
    completedAt: now,
    updatedAt: now,
    brCode: words.previewCode,
    charge: null,
    expiresAt: new Date(now.getTime() + checkout.pixExpiresInSeconds * SECOND_MS),
  }
  const screens = {
    entrega: { kind: 'DELIVERY' as const },
    pagar: { kind: 'PAY' as const, lastCode: null, lastCard: null },
    pix: { kind: 'PIX' as const, sale },
    pago: { kind: 'PAID' as const, sale },
  }
  const address = asksAddress && screen !== 'entrega' ? ADDRESS : null
  return {
    cart: { ...bought, address, revision: 0, lastActivityAt: now },
    found,
    ways: waysFor({ customer: EXAMPLE, address, amount: bought.amount }),
    screen: screens[screen === 'contato' ? 'pagar' : screen],
    masked: {
      name: 'A••• S•••',
      email: 'a•••@e•••.com',
      phone: '•••4321',
      document: checkout.askDocument ? '***.982.247-**' : '',
    },
    now,
  }
}
