// What is bought and what it costs, always in sight: a line with the total on a phone, a column beside the steps where there is room.
import { html, type Markup } from '#kernel/html.ts'
import type { Centavos } from '#kernel/money.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Page } from './page.ts'

export interface Order {
  items: readonly {
    title: string
    /** null: the buyer has yet to name it. */
    unitPrice: Centavos | null
    quantity: number
  }[]
  shipping: Centavos
  discount: Centavos
  /** null: the same. */
  amount: Centavos | null
}

export function summaryOf(page: Page, { items, shipping, discount, amount }: Order): Markup {
  const { words, language } = page
  const money = (value: Centavos) => moneyText(value, language)
  const extra = (label: string, value: string) => html`<div class="line"><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<section class="summary" aria-labelledby="resumo">
<h2 id="resumo">${words.summary}</h2>
<details>
<summary><span>${words.total}</span> <strong>${amount === null ? words.openTotal : money(amount)}</strong></summary>
<ul class="items">${items.map(item => lineOf(page, item))}</ul>
${(shipping > 0n || discount > 0n) && html`<dl>${shipping > 0n && extra(words.shipping, money(shipping))}${discount > 0n && extra(words.discount, `- ${money(discount)}`)}</dl>`}
</details>
</section>`
}

function lineOf({ words, language }: Page, { title, unitPrice, quantity }: Order['items'][number]): Markup {
  const money = (value: Centavos) => moneyText(value, language)
  const each =
    unitPrice !== null &&
    quantity > 1 &&
    html` <span class="times">${quantity} × ${words.each(money(unitPrice))}</span>`
  const price =
    unitPrice !== null && html` <span class="price">${money((unitPrice * BigInt(quantity)) as Centavos)}</span>`
  return html`<li class="line"><span class="item"><bdi>${title}</bdi>${each}</span>${price}</li>`
}
