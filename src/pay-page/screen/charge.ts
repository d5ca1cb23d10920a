// The main part of a charge's page: a sum that the seller has asked one buyer for, without a cart. Its code is open already, or it says where
// to transfer the sum.
import { html, type Markup } from '#kernel/html.ts'
import { ZERO } from '#kernel/money.ts'
import { unpaidEndOf } from '#kernel/terms/unpaid-end.ts'
import type { ChargePage, ChargeScreen } from '#sale/charge-page/charge-page.ts'
import type { Main } from '../page/main.ts'
import type { Page } from '../page/page.ts'
import { summaryOf } from '../page/summary.ts'
import type { PlainWord } from '../words.ts'
import { endedText } from './ended.ts'
import { isRefunded, receiptClass, receiptOf } from './paid.ts'
import { pixScreen, startingScreen } from './pix.ts'
import { transferScreen } from './transfer.ts'

const HEADINGS: Record<ChargeScreen, PlainWord> = {
  STARTING: 'starting',
  PIX: 'pixTitle',
  TRANSFER: 'transferTitle',
  CHECKING: 'checking',
  PAID: 'paid',
  CLOSED: 'chargeClosed',
}

/** `here`: the address of the page. */
export function chargeMain(page: Page, charge: ChargePage, here: string): Main {
  const { sale, screen } = charge
  const heading = page.words[screen === 'PAID' && isRefunded(sale) ? 'refunded' : HEADINGS[screen]]
  const order = { items: sale.items, shipping: ZERO, discount: ZERO, amount: sale.amount }
  const main = html`<div class="columns"><h1 class="title" tabindex="-1">${heading}</h1>
${summaryOf(page, order)}
<div class="task">
${bodyOf(page, charge, here)}
</div></div>`
  return { title: `${heading} · ${page.look.name}`, main }
}

/** Another one where something else is true. */
export const versionOfCharge = ({ sale, screen }: ChargePage): string => `${screen}-${sale.version}`

function bodyOf(page: Page, { sale, screen, now }: ChargePage, here: string): Markup {
  const { words, look } = page
  switch (screen) {
    case 'STARTING':
      return startingScreen(page, here, null)
    case 'PIX':
      return pixScreen(page, { now }, { sale }, here)
    case 'TRANSFER':
      return transferScreen(page, sale, here)
    case 'CHECKING':
      return html`<section class="step">
<p class="status" role="status">${words.chargeCheckingText(look.name)}</p>
<a class="secondary" href="${here}">${words.refresh}</a>
</section>`
    case 'PAID':
      return html`<section class="${receiptClass(sale)}">${receiptOf(page, sale)}</section>`
    default:
      return html`<section class="step"><p class="lead">${closedText(page, sale)}</p></section>`
  }
}

function closedText(page: Page, sale: ChargePage['sale']): string {
  const ended = unpaidEndOf(sale)
  return ended.mayHaveBeenPaid ? endedText(page, ended) : page.words.closedText(page.look.name)
}
