// The first step: who buys, and how much of it.
import type { Checkout } from '#checkout/checkout.ts'
import { html, type Markup } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Form } from '../http/form.ts'
import type { Page } from '../page/page.ts'
import { fieldOf, hiddenFields, NO_PROBLEMS, type Problems, problemSummary } from '../page/parts.ts'

export interface ContactStep {
  action: string
  checkout: Pick<Checkout, 'items' | 'openAmount' | 'askDocument'>
  /** What the fields begin with: what was typed and refused, or what the seller knows of the buyer of a session. */
  values: Form
  problems?: Problems
  hidden?: Record<string, string>
  /** Where the buyer comes from who changes what they have given; null: this is the beginning. */
  back: string | null
}

export function contactStep(page: Page, step: ContactStep): Markup {
  const { words, look, operator } = page
  const { action, values, problems = NO_PROBLEMS, hidden = {}, back } = step
  return html`<section class="step" aria-labelledby="passo-contato">
<h2 id="passo-contato" tabindex="-1">${words.contact}</h2>
${back !== null && problems.size === 0 && html`<p class="hint">${words.changingContact}</p>`}
${problemSummary(page, problems)}
<form method="post" action="${action}" data-once>
${hiddenFields(hidden)}
${choiceOf(page, step)}
${fieldsOf(page, step)}
<div class="field check"><input type="checkbox" id="ofertas" name="ofertas" value="sim"${values.text('ofertas') === 'sim' && html` checked`}><label for="ofertas">${words.consent(look.name)}</label></div>
<button class="primary" type="submit">${words.continue}</button>
<p class="small">${words.privacy(look.name, operator)}</p>
</form>
${back !== null && html`<a class="quiet" href="${back}">${words.back}</a>`}
</section>`
}

function fieldsOf(page: Page, { checkout, values, problems = NO_PROBLEMS }: ContactStep): Markup[] {
  const { words } = page
  const field = (given: Parameters<typeof fieldOf>[1]) =>
    fieldOf(page, { value: values.text(given.name), ...given }, problems)
  const fields = [
    field({ name: 'nome', label: words.name, autocomplete: 'name', maxlength: 200, required: true }),
    html`<fieldset class="pair"><legend class="hint">${words.reachHint}</legend>${[
      field({
        name: 'email',
        label: words.email,
        type: 'email',
        autocomplete: 'email',
        inputmode: 'email',
        maxlength: 254,
        isOneOf: true,
      }),
      field({
        name: 'celular',
        label: words.phone,
        type: 'tel',
        autocomplete: 'tel',
        inputmode: 'tel',
        maxlength: 30,
        isOneOf: true,
      }),
    ]}</fieldset>`,
  ]
  if (!checkout.askDocument) return fields
  return [...fields, field({ name: 'documento', label: words.document, maxlength: 18, required: true })]
}

/** What the seller leaves to the buyer: quantities, or the amount. */
function choiceOf(
  page: Page,
  { checkout: { items, openAmount }, values, problems = NO_PROBLEMS }: ContactStep,
): Markup[] {
  const { words, language } = page
  if (openAmount !== null) {
    const hint = words.amountHint(moneyText(openAmount.min, language), moneyText(openAmount.max, language))
    const field = {
      name: 'valor',
      label: words.amount,
      hint,
      inputmode: 'decimal',
      maxlength: 20,
      required: true,
    } as const
    return [fieldOf(page, { ...field, value: values.text('valor') }, problems)]
  }
  return items.flatMap(({ title, quantity, minQuantity, maxQuantity }, n) => {
    const [min, max] = [minQuantity ?? quantity, maxQuantity ?? quantity]
    if (min === max) return []
    const name = quantityField(n)
    const value = values.has(name) ? values.text(name) : String(quantity)
    const hint = words.quantityHint(min, max)
    const field = { name, label: words.quantityOf(title), hint, value, width: 'short', required: true } as const
    return [fieldOf(page, { ...field, inputmode: 'numeric', maxlength: 6 }, problems)]
  })
}

export const quantityField = (place: number): string => `quantidade-${place}`
