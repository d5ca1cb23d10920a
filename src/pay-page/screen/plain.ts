// Pages that say one thing: nothing is sold here, or something went wrong.
import { html, type Markup } from '#kernel/html.ts'

export const plainMain = (title: string, text: string, more: Markup | null = null): Markup =>
  html`<div class="columns single"><h1 class="title" tabindex="-1">${title}</h1><div class="task"><section class="step"><p class="lead">${text}</p>${more}</section></div></div>`
