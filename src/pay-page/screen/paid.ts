// Paid: what the buyer keeps as a proof, and the way back to the shop.
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Sale } from '#sale/sale.ts'
import { momentText } from '../language.ts'
import type { Page } from '../page/page.ts'
import { pathWith } from '../page/page.ts'
import { partText } from '../step/card-fields.ts'
import type { PlainWord } from '../words.ts'
import { shopLink } from './shop-link.ts'

export type PaidSale = Pick<
  Sale,
  'uuid' | 'status' | 'paymentMethod' | 'amount' | 'externalReference' | 'completedAt' | 'updatedAt' | 'charge'
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
export function receiptOf(page: Page, sale: PaidSale): Markup {
  const { words, language, look, isTest } = page
  const line = (label: string, value: Markup | string) =>
    html`<div class="line"><dt>${label}</dt><dd>${value}</dd></div>`
  return html`${isRefunded(sale) && html`<p class="lead">${words.refundedText}</p>`}<dl>
${line(words.paidAmount, moneyText(sale.amount, language))}
${line(words.paidTo, html`<bdi>${look.name}</bdi>`)}
${line(words.paidAt, momentText(sale.completedAt ?? sale.updatedAt, language))}
${line(words.paidBy, methodText(page, sale))}
${line(words.reference, html`<bdi>${sale.externalReference ?? sale.uuid}</bdi>`)}
</dl>
<p class="hint">${isTest ? words.testReceipt : words.keepReceipt}</p>`
}

const NAMES: Record<PaidSale['paymentMethod'], PlainWord> = {
  PIX: 'pix',
  PIX_AUTOMATICO: 'pix',
  BOLETO: 'boleto',
  TRANSFER: 'transfer',
  CREDIT_CARD: 'creditCard',
  DEBIT_CARD: 'debitCard',
}

/** "Cartão de crédito · final 0010 · 3× de R$ 50,00" */
function methodText(page: Page, { paymentMethod, amount, charge }: PaidSale): string {
  const { words } = page
  const { lastFour = null, installments = 1 } = charge?.card ?? {}
  const parts = [
    words[NAMES[paymentMethod]],
    lastFour !== null && words.cardEnding(lastFour),
    installments > 1 && words.cardParts(installments, partText(page, amount, installments)),
  ]
  return parts.filter(part => part !== false).join(' · ')
}
