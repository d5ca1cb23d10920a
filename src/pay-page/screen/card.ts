// A card that is being tried. Its holder may have to authenticate, or to type it at the provider: those are pages of others, to which a link leads.
import type { ShownCard } from '#cart/buyer/screen.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Page } from '../page/page.ts'
import { hiddenFields } from '../page/parts.ts'
import type { Retry } from './pix.ts'

export const isChallenged = (card: ShownCard | null): boolean => card !== null && card.challengeUrl !== null

/** Its buyer is to pay on the provider's own page. */
export const isOnPage = (card: ShownCard | null): card is ShownCard & { pageUrl: string } => card?.pageUrl != null

/** `leave`: where the buyer says that it is not going to be paid so. */
export function cardPageScreen({ words }: Page, pageUrl: string, here: string, leave: string): Markup {
  return html`<section class="step">
<p class="lead">${words.pageText}</p>
<a class="primary" href="${pageUrl}" rel="noreferrer">${words.pageGo}</a>
<p class="hint after">${words.pagePaid}</p>
<a class="quiet" href="${here}">${words.refresh}</a>
<form method="post" action="${leave}" data-once><button class="quiet" type="submit">${words.pageLeave}</button></form>
</section>`
}

/** `retry`: the bank did not answer before anything was charged, and the form goes on with the same attempt. */
export function cardScreen({ words }: Page, card: ShownCard | null, here: string, retry: Retry | null): Markup {
  if (card?.challengeUrl != null)
    return html`<section class="step">
<p class="lead">${words.challengeText}</p>
<a class="primary" href="${card.challengeUrl}" rel="noreferrer">${words.challengeGo}</a>
<p class="hint after">${words.challengeLater}</p>
<a class="quiet" href="${here}">${words.refresh}</a>
</section>`
  if (retry !== null)
    return html`<section class="step">
<form method="post" action="${retry.action}" data-once>${hiddenFields(retry.fields)}
<button class="primary" type="submit">${words.tryAgain}</button></form>
</section>`
  return html`<section class="step">
<p class="status" role="status">${words.cardUnderWay}</p>
<a class="secondary" href="${here}">${words.refresh}</a>
</section>`
}
