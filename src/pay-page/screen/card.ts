// A card that is being tried. Its holder may have to authenticate: that is a page of the card's bank, to which a link leads, and which leads back.
import type { ShownCard } from '#cart/buyer/screen.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Page } from '../page/page.ts'
import { hiddenFields } from '../page/parts.ts'
import type { Retry } from './pix.ts'

export const isChallenged = (card: ShownCard | null): boolean => card !== null && card.challengeUrl !== null

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
