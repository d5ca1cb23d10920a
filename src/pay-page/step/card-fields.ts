// The choice of a card: the place of the provider's frame, which the script puts there once the card is chosen, and in how many parts is paid.
// The number is typed in that frame alone; what comes back from it is a token.
import type { CardFields } from '#cart/buyer/card.ts'
import { CARD_BRANDS } from '#kernel/card/brands.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Centavos } from '#kernel/money.ts'
import type { CardMethod } from '#kernel/terms/checkout-methods.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Form } from '../http/form.ts'
import type { Page } from '../page/page.ts'

export interface CardChoice {
  method: CardMethod
  amount: Centavos
  maxInstallments: number
  /** Of the provider: its frame, or the page that it has instead; null: a preview has none. */
  frame: { address: string; origin: string } | 'page' | null
  chosen: number
}

/** The attributes are those of checkout/src/card.ts. */
export function cardFields(page: Page, choice: CardChoice): Markup {
  const { words } = page
  const { frame, method } = choice
  if (frame === 'page') return html`<div class="more"><p class="hint">${words.cardOnPage}</p></div>`
  if (frame === null)
    return html`<div class="more"><p class="hint">${words.cardInPreview}</p>${partsField(page, choice)}</div>`
  return html`<div class="more" id="cartao-${method === 'DEBIT_CARD' ? 'debito' : 'credito'}" data-card="${frame.address}" data-card-origin="${frame.origin}" data-card-title="${words.cardFrame}" data-card-silent="${words.cardSilent}" data-card-unfinished="${words.cardUnfinished}">
<p class="notice plain" data-card-missing>${words.cardNeedsScript}</p>
<p class="hint" data-card-where hidden>${words.cardWhere}</p>
${partsField(page, choice)}
</div>`
}

function partsField(page: Page, choice: CardChoice): Markup | null {
  const { words, language } = page
  const { amount, method, maxInstallments, chosen } = choice
  if (method === 'DEBIT_CARD') return null
  const sum = moneyText(amount, language)
  const options = Array.from({ length: maxInstallments }, (_, at) => {
    const parts = at + 1
    const text = parts === 1 ? words.inFull(sum) : words.inParts(parts, partText(page, amount, parts), sum)
    return html`<option value="${parts}"${parts === chosen && html` selected`}>${text}</option>`
  })
  return html`<div class="field"><label for="parcelas">${words.installments}</label><select id="parcelas" name="parcelas">${options}</select></div>`
}

/** The bank of the card puts what is left over into one of them. */
export const partText = ({ language }: Page, amount: Centavos, parts: number): string =>
  moneyText((amount / BigInt(parts)) as Centavos, language)

const TOKEN = /^[\w.:-]{8,512}$/
const LAST_FOUR = /^\d{4}$/

/** What the script has put into the form; the token is "" where there is none. */
export function cardFieldsOf(form: Form): CardFields {
  const token = form.text('cartao_token')
  const lastFour = form.text('cartao_final')
  const parts = form.text('parcelas')
  return {
    token: TOKEN.test(token) ? token : '',
    installments: parts === '' ? 1 : /^\d{1,2}$/.test(parts) ? Number(parts) : 0,
    brand: CARD_BRANDS.find(brand => brand === form.text('cartao_bandeira')) ?? null,
    lastFour: LAST_FOUR.test(lastFour) ? lastFour : null,
  }
}
