// The main part of the page that a buyer comes to first: what is offered, and the contact step.
import type { FoundCheckout } from '#checkout/feature.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Form } from '../http/form.ts'
import { contactStep } from '../step/contact.ts'
import type { Page } from './page.ts'
import { laterStep, type Problems } from './parts.ts'
import { type Order, summaryOf } from './summary.ts'

export interface EntryPage {
  found: Pick<FoundCheckout, 'checkout' | 'selling' | 'asksAddress'>
  order: Order
  /** Where the contact step is sent to. */
  action: string
  values: Form
  problems: Problems
  hidden: Record<string, string>
}

export function entryMain(page: Page, { found, order, ...form }: EntryPage): { heading: string; main: Markup } {
  const { words, look } = page
  const { checkout } = found
  const heading = checkout.title || (checkout.items[0]?.title ?? words.payment)
  const soldOut = html`<section class="step"><h2>${words.soldOut}</h2><p class="lead">${words.soldOutText(look.name)}</p></section>`
  const later = [found.asksAddress && laterStep(words.delivery), laterStep(words.payment)]
  const steps = [contactStep(page, { ...form, checkout, back: null }), later]
  const main = html`<div class="columns"><h1 class="title" tabindex="-1"><bdi>${heading}</bdi></h1>
${summaryOf(page, order)}
<div class="task">${found.selling === 'SOLD_OUT' ? soldOut : steps}</div></div>`
  return { heading, main }
}
