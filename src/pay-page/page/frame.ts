// The document around the main part of every page: the seller above, who processes the payment, and the other language.
import type { ShownLook } from '#checkout/look/look.ts'
import { html, Markup } from '#kernel/html.ts'
import type { Language } from '#kernel/language.ts'
import { pageAssets } from '../assets.ts'
import { oneWay, type Page, pathWith } from './page.ts'

export interface Document {
  title: string
  main: Markup
  /** Where the other language of the same page is; null: this page has none. */
  path: `/${string}` | null
  /** What has to stay in that address. */
  query?: Record<string, string>
  /** Where the script finds out what has changed; null: nothing will. */
  live: { screen: string; version: string; state: string; events: string } | null
  /** The one origin that the page may show in a frame: where a card is typed. */
  frame?: string | null
  /** For previews where the link is shared. */
  preview?: { title: string; description: string }
}

const OTHER: Record<Language, Language> = { 'pt-BR': 'en', en: 'pt-BR' }

export function documentOf(
  page: Page,
  { title, main, path, query = {}, live, preview }: Document,
  nonce: string,
): Markup {
  const { words, language, look, operator, isTest } = page
  const { script, css } = pageAssets()
  const other = OTHER[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${preview !== undefined && previewTags(isTest ? { ...preview, title: words.testTitle(preview.title) } : preview)}
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(css)}${colourOf(look)}</style>
${script !== null && html`<script defer src="${script.path}" integrity="${script.integrity}"></script>`}
</head>
<body>
${isTest && testBand(page)}<header class="top">
<p class="seller">${sellerOf(look)}</p>
${path !== null && html`<nav aria-label="${words.language}"><a href="${pathWith({ suffix: `?idioma=${other}` }, path, query)}" lang="${other}" hreflang="${other}">${words.otherLanguage}</a></nav>`}
<p class="secure">${LOCK}<span>${words.processedBy(operator)}</span></p>
</header>
<main id="pagamento" data-offline="${words.offline}"${live !== null && liveAttributes(live)}>${main}</main>
</body>
</html>
`
}

/** Of an account with play money. */
export const testBand = ({ words }: Page): Markup =>
  html`<aside class="test" aria-label="${words.test}"><strong>${words.test}</strong> ${words.testText}</aside>
`

const LOCK = html`<svg class="lock" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path fill="currentColor" d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2h.5A1.5 1.5 0 0 1 13.500 8.500v5A1.500 1.500 0 0 1 12 15H4a1.500 1.500 0 0 1-1.500-1.500v-5A1.500 1.500 0 0 1 4 7zM6 7h4V5a2 2 0 1 0-4 0z"/></svg>`

/** The size of the picture keeps its place free until it is there. */
const sellerOf = ({ name, logo }: ShownLook): Markup =>
  logo === null
    ? html`<bdi>${name}</bdi>`
    : html`<img src="${logo.path}" alt="${name}" width="${String(logo.width)}" height="${String(logo.height)}">`

/** Both are checked where they are stored; here they are escaped like everything else, and a style has no use for a quote. */
const colourOf = ({ color }: ShownLook): Markup | null =>
  color === null ? null : html`:root{--accent:${color.ground};--on-accent:${color.text}}`

const liveAttributes = ({ screen, version, state, events }: NonNullable<Document['live']>): Markup =>
  html` data-screen="${screen}" data-version="${version}" data-state="${state}" data-events="${events}"`

const previewTags = ({ title, description }: NonNullable<Document['preview']>): Markup =>
  html`<meta property="og:type" content="website">
<meta property="og:title" content="${oneWay(title)}">
<meta property="og:description" content="${description}">
<meta name="description" content="${description}">`
