// The page around the rendered reference: the bar of the documentation, what is said of the reader's keys, and where the library draws.
import { LANGUAGE_TAGS, type Language } from '../guides/catalogue.ts'
import { barOf } from '../guides/frame.ts'
import { escapeHtml } from '../guides/html.ts'
import { BAR_STYLE } from '../guides/style.ts'
import { WORDS } from '../guides/words.ts'
import { MANUAL_ASSETS, type ManualBuild } from './assets.ts'
import { KEY_WORDS } from './words.ts'

export interface ReferencePage {
  language: Language
  brand: string
  /** Where the described document is. */
  document: string
  /** Whether samples take the reader's keys, and may be tried. */
  hasKeys: boolean
}

const STYLE = `${BAR_STYLE}
.keys{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;padding:.6rem clamp(1rem,3vw,2rem);border-bottom:1px solid var(--line);background:var(--card);font-size:.92rem;line-height:1.45}
.keys p{margin:0;flex:1 1 20rem;max-width:60rem}
.keys a{color:var(--link)}
.keys button{border:1px solid var(--link);border-radius:8px;background:none;color:var(--link);font:inherit;font-weight:600;padding:.35rem .8rem;cursor:pointer}
#reference:focus{outline:0}
[data-when]{display:none}
.unbuilt{padding:2rem}
`

export function referencePage(page: ReferencePage, build: ManualBuild | null): string {
  const { language, brand, document } = page
  const words = WORDS[language]
  const scripts = build === null ? '' : scriptsOf(build)
  const bar = barOf({ language, path: '' }, { brand, script: null })
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.reference} · ${escapeHtml(brand)}</title>
<style>${STYLE}</style>
${scripts}
</head>
<body data-document="${document}" data-keys="${page.hasKeys}">
<a class="skip" href="#reference">${words.skip}</a>
${bar}
${page.hasKeys ? keysOf(language) : ''}
<main id="reference" lang="en" tabindex="-1">${build === null ? `<p class="unbuilt">${KEY_WORDS[language].unbuilt}</p>` : ''}</main>
</body>
</html>
`
}

const scriptsOf = ({ library, reference }: ManualBuild) =>
  [library, reference].map(file => `<script src="${MANUAL_ASSETS}/${file}" defer></script>`).join('\n')

function keysOf(language: Language): string {
  const words = KEY_WORDS[language]
  const keysPage = `<a href="/integracoes/chaves">${words.keysPage}</a>`
  return `<section class="keys" aria-label="${words.label}" aria-live="polite">
<p data-when="signed-out">${words.signedOut} <a href="/entrar">${words.signIn}</a></p>
<p data-when="live-only">${words.liveOnly}</p>
<p data-when="no-test">${words.noTest}</p>
<p data-when="no-role">${words.noRole}</p>
<p data-when="ready">${words.ready}</p>
<p data-when="made">${words.made}</p>
<p data-when="failed" role="alert">${words.failed} ${keysPage}</p>
<button type="button" data-when="ready no-test failed" data-does="make">${words.make}</button>
<button type="button" data-when="made" data-does="forget">${words.forget}</button>
</section>`
}

/** No script but our files runs. The library writes styles into its elements, which no nonce can cover; it reaches this gateway and nothing else. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
