// Paid: what the buyer keeps as a proof, and the way back to the shop.
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Sale } from '#sale/sale.ts'
import { momentText } from '../language.ts'
import type { Page } from '../page/page.ts'
import { pathWith } from '../page/page.ts'
import { shopLink } from './shop-link.ts'

export type PaidSale = Pick<
  Sale,
  'uuid' | 'status' | 'paymentMethod' | 'amount' | 'externalReference' | 'completedAt' | 'updatedAt'
>

export function paidScreen(page: Page, found: Pick<FoundCheckout, 'checkout' | 'selling'>, sale: PaidSale): Markup {
  const { words, look } = page
  const { checkout } = found
  const { slug } = checkout
  const thankYou = checkout.thankYou ?? look.thankYou
  return html`<section class="${receiptClass(sale)}">
${thankYou !== null && !isRefunded(sale) && html`<p class="thanks"><bdi>${thankYou}</bdi></p>`}
${receiptOf(page, sale)}
${shopLink(page, checkout, 'PAID')}
${slug !== null && found.selling === 'YES' && html`<a class="quiet" href="${pathWith(page, `/l/${slug}`)}">${words.buyAgain}</a>`}
</section>`
}

/** All of it has gone back to its payer. */
export const isRefunded = ({ status }: Pick<Sale, 'status'>): boolean => status === 'ESTORNADO'

export const receiptClass = (sale: Pick<Sale, 'status'>): string => `step paid${isRefunded(sale) ? ' returned' : ''}`

/** What the buyer shows where the goods are handed over. */
export function receiptOf({ words, language, look }: Page, sale: PaidSale): Markup {
  const line = (label: string, value: Markup | string) =>
    html`<div class="line"><dt>${label}</dt><dd>${value}</dd></div>`
  return html`${isRefunded(sale) && html`<p class="lead">${words.refundedText}</p>`}<dl>
${line(words.paidAmount, moneyText(sale.amount, language))}
${line(words.paidTo, html`<bdi>${look.name}</bdi>`)}
${line(words.paidAt, momentText(sale.completedAt ?? sale.updatedAt, language))}
${line(words.paidBy, sale.paymentMethod === 'BOLETO' ? words.boleto : words.pix)}
${line(words.reference, html`<bdi>${sale.externalReference ?? sale.uuid}</bdi>`)}
</dl>
<p class="hint">${words.keepReceipt}</p>`
}
