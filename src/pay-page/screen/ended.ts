// What is said of a code, a boleto or a transfer that has ended unpaid, and where nothing can be bought any more. That nothing was charged is
// said only where no money can be on its way.
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { UnpaidEnd } from '#kernel/terms/unpaid-end.ts'
import { type Page, pathWith } from '../page/page.ts'

export function endedText({ words, look }: Page, { end, mayHaveBeenPaid }: UnpaidEnd): string {
  if (mayHaveBeenPaid) return `${end === 'EXPIRED' ? words.timeOver : words.cancelled} ${words.ifPaid(look.name)}`
  if (end === 'FAILED') return words.codeFailed
  return end === 'EXPIRED' ? words.codeExpired : words.codeCancelled
}

interface Ended {
  lastCode: UnpaidEnd | null
}

/** null: nothing was charged. */
const doubtOf = ({ words, look }: Page, { lastCode }: Ended): string | null =>
  lastCode?.mayHaveBeenPaid ? words.ifPaid(look.name) : null

export function soldOutScreen(page: Page, ended: Ended, here: string): Markup {
  const { words, look } = page
  return html`<section class="step"><p class="lead">${doubtOf(page, ended) ?? words.soldOutText(look.name)}</p><a class="secondary" href="${here}">${words.refresh}</a></section>`
}

type Found = Pick<FoundCheckout, 'checkout' | 'selling'>

/** The link sells on: it is this order alone that was left for too long. */
export const isOver = ({ selling, checkout }: Found): boolean => selling === 'YES' && checkout.slug !== null

export function closedScreen(page: Page, found: Found, ended: Ended): Markup {
  const { words, look } = page
  const { slug } = found.checkout
  const doubt = doubtOf(page, ended)
  if (!isOver(found))
    return html`<section class="step"><p class="lead">${doubt ?? words.closedText(look.name)}</p></section>`
  return html`<section class="step"><p class="lead">${doubt ?? words.overText}</p><a class="secondary" href="${pathWith(page, `/l/${slug}`)}">${words.startAnew}</a></section>`
}
