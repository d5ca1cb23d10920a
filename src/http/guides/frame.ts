// What stands around the content of every page of the documentation: the bar at the top with its search, the list of pages, the contents of
// this page. All of it works without the script.
import { GUIDE_NAMES, GUIDES, type GuideName, LANGUAGE_TAGS, type Language } from './catalogue.ts'
import { escapeHtml } from './html.ts'
import { GUIDE_STYLE } from './style.ts'
import { WORDS } from './words.ts'

export interface Page {
  language: Language
  title: string
  /** Behind the language in the address; '' is the first page. */
  path: string
  /** The guide that is open. */
  guide?: GuideName
  main: string
  /** The contents of the page. */
  parts?: readonly { anchor: string; text: string }[]
  query?: string
  /** Whether search engines may list it. */
  isListed?: boolean
}

export interface Site {
  brand: string
  /** The address of the script; null where nothing is built. */
  script: string | null
}

const LINKS = [
  ['/openapi.json', 'OpenAPI'],
  ['/docs/porteira.postman_collection.json', 'Postman'],
  ['/llms.txt', 'llms.txt'],
  ['/llms-full.txt', 'llms-full.txt'],
] as const

export function pageOf(page: Page, site: Site): string {
  const { language, main, parts = [] } = page
  const words = WORDS[language]
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
${headOf(page, site)}
<style>${GUIDE_STYLE}</style>
</head>
<body data-copy="${words.copy}" data-copied="${words.copied}">
<a class="skip" href="#content">${words.skip}</a>
${barOf(page, site)}
<div class="page">
<details class="menu"><summary>${words.menu}</summary>${pagesOf(page)}</details>
<nav class="pages" aria-label="${words.menu}">${pagesOf(page)}</nav>
<main id="content" tabindex="-1">${main}</main>
${contentsOf(parts, words.onThisPage)}
</div>
</body>
</html>
`
}

function headOf({ language, title, path, isListed = true }: Page, { brand, script }: Site): string {
  const alternates = (['pt', 'en'] as const).map(
    one => `<link rel="alternate" hreflang="${LANGUAGE_TAGS[one]}" href="${addressIn(one, path)}">`,
  )
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} · ${escapeHtml(brand)}</title>`,
    ...(isListed
      ? [...alternates, `<link rel="alternate" hreflang="x-default" href="${addressIn('pt', path)}">`]
      : ['<meta name="robots" content="noindex">']),
    ...(script === null ? [] : [`<script src="${script}"></script>`]),
    `<link rel="search" title="${WORDS[language].search}" href="/docs/${language}/search">`,
  ].join('\n')
}

const addressIn = (language: Language, path: string) => `/docs/${language}${path === '' ? '' : `/${path}`}`

/** `page` is what the switch of languages leads to in the other one. */
export function barOf(
  { language, path, query = '' }: Pick<Page, 'language' | 'path' | 'query'>,
  { brand }: Site,
): string {
  const words = WORDS[language]
  const other = language === 'pt' ? 'en' : 'pt'
  const elsewhere = path.startsWith('search') && query !== '' ? `${path}?${new URLSearchParams({ q: query })}` : path
  return `<header class="bar">
<a class="brand" href="/docs/${language}"><strong>${escapeHtml(brand)}</strong> <span>${words.documentation}</span></a>
<form action="/docs/${language}/search" role="search"><input type="search" name="q" maxlength="100" autocomplete="off" spellcheck="false" value="${escapeHtml(query)}" placeholder="${words.searchHint}" aria-label="${words.searchHint}"></form>
<nav aria-label="${words.documentation}">
<a href="/docs/reference">${words.reference}</a>
<a href="${escapeHtml(addressIn(other, elsewhere))}" lang="${LANGUAGE_TAGS[other]}" hreflang="${LANGUAGE_TAGS[other]}">${words.other}</a>
<a href="/">${words.panel}</a>
<button type="button" class="scheme" hidden aria-label="${words.scheme}" title="${words.scheme}">◐</button>
</nav>
</header>`
}

function pagesOf({ language, guide }: Page): string {
  const words = WORDS[language]
  const guides = GUIDE_NAMES.map(name => {
    const current = name === guide ? ' aria-current="page"' : ''
    return `<li><a href="/docs/${language}/${name}"${current}>${GUIDES[name][language].title}</a></li>`
  })
  const links = LINKS.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`)
  return `<strong>${words.guides}</strong><ul>${guides.join('')}</ul>
<strong>API</strong><ul><li><a href="/docs/reference">${words.reference}</a></li></ul>
<strong>${words.forPrograms}</strong><ul>${links.join('')}</ul>`
}

function contentsOf(parts: readonly { anchor: string; text: string }[], label: string): string {
  if (parts.length === 0) return ''
  const links = parts.map(({ anchor, text }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-label="${label}"><strong>${label}</strong><ul>${links.join('\n')}</ul></nav>`
}
