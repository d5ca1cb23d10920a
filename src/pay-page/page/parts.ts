// Pieces that several steps are made of.
import { hasCardNumber, StrayCardNumber } from '#kernel/card/stray-number.ts'
import type { Failure } from '#kernel/failure.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { PlainWord } from '../words.ts'
import type { Page } from './page.ts'

/** What is wrong with what was typed, by the name of the field, in the order of the form. */
export type Problems = ReadonlyMap<string, PlainWord>

export const NO_PROBLEMS: Problems = new Map()

export interface Field {
  name: string
  label: string
  value?: string
  hint?: string
  type?: 'text' | 'email' | 'tel'
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email'
  maxlength?: number
  required?: boolean
  /** Neither required nor marked as optional: one of several has to be filled in. */
  isOneOf?: boolean
  /** How wide it is among the fields of its row. */
  width?: 'short' | 'long'
}

/** Whoever types a card's number into another field is told so. */
export const problemOf = (refusal: Failure, problem: PlainWord): PlainWord =>
  refusal instanceof StrayCardNumber ? 'cardNumberProblem' : problem

/** A card's number is never shown again; documents and phones may look like one. */
const shownValue = ({ name, value = '' }: Field): string =>
  name !== 'documento' && name !== 'celular' && hasCardNumber(value) ? '' : value

export function fieldOf({ words }: Page, field: Field, problems: Problems): Markup {
  const problem = problems.get(field.name)
  const { name, label, hint, type = 'text', required = false, isOneOf = false, width } = field
  const described = [hint !== undefined && `${name}-dica`, problem !== undefined && `${name}-erro`].filter(Boolean)
  return html`<div class="field${width !== undefined && ` ${width}`}">
<label for="${name}">${label}${!required && !isOneOf && html` <span class="optional">(${words.optional})</span>`}</label>
${hint !== undefined && html`<p class="hint" id="${name}-dica">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${shownValue(field)}"${attribute('autocomplete', field.autocomplete)}${attribute('inputmode', field.inputmode)}${attribute('maxlength', field.maxlength)}${required && html` required`}${attribute('aria-describedby', described.join(' '))}${problem !== undefined && html` aria-invalid="true"`}>
${problem !== undefined && html`<p class="error" id="${name}-erro">${words[problem]}</p>`}
</div>`
}

export const attribute = (name: string, value: string | number | undefined): Markup | null =>
  value === undefined || value === '' ? null : html` ${name}="${value}"`

/** Above the form: what is wrong, with a way to each field. */
export function problemSummary({ words }: Page, problems: Problems): Markup | null {
  if (problems.size === 0) return null
  const lines = [...problems].map(([name, problem]) => html`<li><a href="#${name}">${words[problem]}</a></li>`)
  return html`<div class="notice bad" role="alert"><h2>${words.problems}</h2><ul>${lines}</ul></div>`
}

export const noticeOf = (text: string, kind: 'bad' | 'plain' = 'bad'): Markup =>
  html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`

/** A step that is done: what was given, and the way back to it. */
export const doneStep = (
  { words }: Page,
  { title, given, change }: { title: string; given: Markup; change: { path: string; label: string } | null },
): Markup => html`<section class="step done" data-fold>
<h2>${title} <span class="only-heard">(${words.done})</span></h2>
<div class="given">${given}</div>
${change !== null && html`<a class="change" href="${change.path}" aria-label="${change.label}">${words.change}</a>`}
</section>`

/** A step that comes later: its name, so that the buyer sees how far it is. */
export const laterStep = (title: string): Markup => html`<section class="step later"><h2>${title}</h2></section>`

export const hiddenFields = (fields: Record<string, string>): Markup[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
