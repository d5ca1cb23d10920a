// The last step: by which method, and the button that names the sum.
import type { Checkout } from '#checkout/checkout.ts'
import { html, type Markup } from '#kernel/html.ts'
import { type Centavos, toCentsText } from '#kernel/money.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Page } from '../page/page.ts'
import { hiddenFields } from '../page/parts.ts'

interface PayView {
  cart: { amount: Centavos }
  found: { checkout: Pick<Checkout, 'methods'> }
}

export interface PayStep {
  action: string
  /** A uuid: a double click, a reload and the back button are one charge. */
  attempt: string
  /** The code before has expired or failed: this makes another one. */
  isAgain: boolean
}

export function payStep(page: Page, { cart, found }: PayView, { action, attempt, isAgain }: PayStep): Markup {
  const { words, language } = page
  const sum = moneyText(cart.amount, language)
  return html`<section class="step" aria-labelledby="passo-pagamento">
<h2 id="passo-pagamento" tabindex="-1">${words.payment}</h2>
<form method="post" action="${action}" data-once>
${hiddenFields({ tentativa: attempt, total: toCentsText(cart.amount) })}
<fieldset class="methods"><legend class="only-heard">${words.method}</legend>
${found.checkout.methods
  .filter(method => method === 'PIX')
  .map(
    (method, n) =>
      html`<div class="method"><input type="radio" id="metodo-${n}" name="metodo" value="${method}"${n === 0 && html` checked`} aria-describedby="metodo-${n}-dica"><label for="metodo-${n}">${words.pix}</label><p class="hint" id="metodo-${n}-dica">${words.pixHint}</p></div>`,
  )}
</fieldset>
<button class="primary" type="submit">${isAgain ? words.newCode(sum) : words.pay(sum)}</button>
</form>
</section>`
}

/** What the form sends beside the method that the buyer chooses; with the first of them where there is no choice any more. */
export const payFields = (attempt: string, amount: Centavos): Record<string, string> => ({
  tentativa: attempt,
  total: toCentsText(amount),
  metodo: 'PIX',
})
