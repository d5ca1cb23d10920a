// The code: to be scanned, to be copied, how long it is good for; and the two moments around it, in which it is being made, and in
// which the bank is asked whether it was paid.
import { html, type Markup } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import { timeText } from '../language.ts'
import type { Page } from '../page/page.ts'
import { hiddenFields } from '../page/parts.ts'
import { qrOf } from '../page/qr.ts'

export type OpenSale = Pick<Sale, 'amount' | 'brCode' | 'expiresAt'>

export function pixScreen(page: Page, { now }: { now: Date }, { sale }: { sale: OpenSale }, here: string): Markup {
  const { words, language } = page
  const code = sale.brCode ?? ''
  return html`<section class="step pix">
<p class="lead">${words.pixSteps}</p>
${qrOf(code, words.qrLabel(moneyText(sale.amount, language)))}
<label for="codigo">${words.code}</label>
<textarea id="codigo" class="code" rows="3" readonly spellcheck="false">${code}</textarea>
<button class="primary" type="button" data-copy="${code}" data-copied="${words.copied}" hidden>${words.copy}</button>
<p class="valid">${words.validFor} <time data-until="${sale.expiresAt.toISOString()}" data-now="${now.toISOString()}" datetime="${sale.expiresAt.toISOString()}">${spanText(sale.expiresAt, now)}</time></p>
<noscript><p class="hint">${words.validUntil(timeText(sale.expiresAt, language))}</p></noscript>
<p class="status" role="status">${words.waiting}</p>
<a class="secondary" href="${here}">${words.havePaid}</a>
</section>`
}

/** `retry`: the bank did not answer, and the form goes on with the same attempt. */
export function startingScreen({ words }: Page, here: string, retry: Retry | null): Markup {
  if (retry === null)
    return html`<section class="step">
<p class="status" role="status">${words.startingText}</p>
<a class="secondary" href="${here}">${words.refresh}</a>
</section>`
  const { action, fields } = retry
  return html`<section class="step">
<form method="post" action="${action}" data-once>${hiddenFields(fields)}
<button class="primary" type="submit">${words.tryAgain}</button></form>
</section>`
}

export interface Retry {
  action: string
  fields: Record<string, string>
}

export const checkingScreen = ({ words }: Page, here: string): Markup => html`<section class="step">
<p class="status" role="status">${words.checkingText}</p>
<a class="secondary" href="${here}">${words.refresh}</a>
</section>`

/** "23 h 5 min", "59 min", and seconds below a minute: the same in both languages. Never more than is left. */
function spanText(until: Date, now: Date): string {
  const left = Math.max(0, until.getTime() - now.getTime())
  const minutes = Math.floor(left / MINUTE_MS)
  if (minutes === 0) return `${Math.floor(left / SECOND_MS)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
