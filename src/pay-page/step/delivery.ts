// The second step, where something is sent: where it goes.
import type { DeliveryAddress } from '#cart/cart.ts'
import { STATES } from '#kernel/address/states.ts'
import type { Failure } from '#kernel/failure.ts'
import { html, type Markup } from '#kernel/html.ts'
import { EMPTY_FORM, type Form } from '../http/form.ts'
import type { Page } from '../page/page.ts'
import { attribute, fieldOf, NO_PROBLEMS, type Problems, problemOf, problemSummary } from '../page/parts.ts'
import type { PlainWord } from '../words.ts'
import type { ZipCodeAddress } from '../zip-code/answer.ts'

export interface DeliveryStep {
  action: string
  values: Form
  problems?: Problems
  back: string | null
  /** Below which a postal code's address is found; null: nobody knows it. */
  lookup: string | null
}

export function deliveryStep(
  page: Page,
  { action, values, problems = NO_PROBLEMS, back, lookup }: DeliveryStep,
): Markup {
  const { words } = page
  return html`<section class="step" aria-labelledby="passo-entrega">
<h2 id="passo-entrega" tabindex="-1">${words.delivery}</h2>
${problemSummary(page, problems)}
<form method="post" action="${action}" data-once${attribute('data-zip-codes', lookup ?? undefined)}>
<div class="fields">
${addressFields(page, { values, problems, lookup, isRequired: true })}
</div>
<button class="primary" type="submit">${words.continue}</button>
</form>
${back !== null && html`<a class="quiet" href="${back}">${words.back}</a>`}
</section>`
}

export interface AddressFields {
  values: Form
  problems: Problems
  /** null: nobody knows the address of a postal code. */
  lookup: string | null
  /** False where the fields count for one of several choices: the browser must not demand them for another one. */
  isRequired: boolean
}

export function addressFields(page: Page, { values, problems, lookup, isRequired }: AddressFields): Markup[] {
  const { words } = page
  const need = isRequired ? { required: true } : { isOneOf: true }
  const field = (given: Parameters<typeof fieldOf>[1]) =>
    fieldOf(page, { value: values.text(given.name), ...given }, problems)
  return [
    field({
      name: 'cep',
      label: words.zipCode,
      ...(lookup !== null && { hint: words.zipCodeHint }),
      autocomplete: 'postal-code',
      inputmode: 'numeric',
      maxlength: 10,
      ...need,
    }),
    field({
      name: 'rua',
      label: words.street,
      autocomplete: 'address-line1',
      maxlength: 200,
      ...need,
      width: 'long',
    }),
    field({ name: 'numero', label: words.number, maxlength: 20, ...need, width: 'short' }),
    field({
      name: 'complemento',
      label: words.complement,
      autocomplete: 'address-line2',
      maxlength: 100,
      width: 'short',
    }),
    field({ name: 'bairro', label: words.district, autocomplete: 'address-level3', maxlength: 100, ...need }),
    field({
      name: 'cidade',
      label: words.city,
      autocomplete: 'address-level2',
      maxlength: 100,
      ...need,
      width: 'short',
    }),
    stateField(page, { value: values.text('uf'), problem: problems.get('uf'), isRequired }),
  ]
}

interface StateField {
  value: string
  problem: PlainWord | undefined
  isRequired: boolean
}

function stateField({ words }: Page, { value, problem, isRequired }: StateField): Markup {
  const chosen = value.trim().toUpperCase()
  const options = Object.entries(STATES).map(
    ([code, name]) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  )
  return html`<div class="field short"><label for="uf">${words.state}</label>
<select id="uf" name="uf" autocomplete="address-level1"${isRequired && html` required`}${problem !== undefined && html` aria-invalid="true" aria-describedby="uf-erro"`}><option value="">${words.choose}</option>${options}</select>
${problem !== undefined && html`<p class="error" id="uf-erro">${words[problem]}</p>`}</div>`
}

export const addressOf = (form: Form): DeliveryAddress => ({
  zipCode: form.text('cep'),
  street: form.text('rua'),
  number: form.text('numero'),
  complement: form.text('complemento'),
  district: form.text('bairro'),
  city: form.text('cidade'),
  state: form.text('uf'),
})

const PLACES: Record<keyof DeliveryAddress, [field: string, problem: PlainWord]> = {
  zipCode: ['cep', 'zipCodeProblem'],
  street: ['rua', 'neededProblem'],
  number: ['numero', 'neededProblem'],
  complement: ['complemento', 'neededProblem'],
  district: ['bairro', 'neededProblem'],
  city: ['cidade', 'neededProblem'],
  state: ['uf', 'stateProblem'],
}

export const problemsOfDelivery = (refusals: readonly Failure[]): Problems =>
  new Map(
    refusals.map(refusal => {
      const [field, problem] = PLACES[refusal.message.split(':')[0] as keyof DeliveryAddress] ?? PLACES.zipCode
      return [field, problemOf(refusal, problem)] as const
    }),
  )

/** Without scripts the form comes back with what is known of its code; nothing that was typed is replaced. */
export function filledWith(form: Form, found: ZipCodeAddress): Form {
  const fields = new Map(Object.entries(found).map(([key, text]) => [PLACES[key as keyof ZipCodeAddress][0], text]))
  return { text: name => form.text(name) || (fields.get(name) ?? ''), has: form.has }
}

/** As it was typed, so that it can be changed without typing all of it again. */
export function valuesOfAddress(address: DeliveryAddress | null): Form {
  if (address === null) return EMPTY_FORM
  const fields = new Map(Object.entries(PLACES).map(([key, [field]]) => [field, address[key as keyof DeliveryAddress]]))
  return { text: name => fields.get(name) ?? '', has: name => fields.has(name) }
}

/** Enough for its buyer to know it again. */
export const maskedAddressText = ({ city, state, zipCode }: DeliveryAddress): Markup =>
  html`<p><bdi>•••, ${city}/${state}</bdi> · ${zipCode.slice(0, 5)}-•••</p>`

/** In two lines, as on an envelope. */
export function addressText(address: DeliveryAddress): Markup {
  const { street, number, complement, district, city, state, zipCode } = address
  const first = [street, number, complement].filter(part => part !== '').join(', ')
  return html`<p><bdi>${first}</bdi></p><p><bdi>${district}, ${city}/${state}</bdi> · ${zipCode.slice(0, 5)}-${zipCode.slice(5)}</p>`
}
