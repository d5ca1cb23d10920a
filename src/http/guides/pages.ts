// The pages of the documentation, each as its main part: the first one, a guide, and what a search has found.
import { GUIDE_NAMES, GUIDES, type Language } from './catalogue.ts'
import type { Page } from './frame.ts'
import { escapeHtml } from './html.ts'
import type { Guide, Library } from './library.ts'
import type { SearchResult } from './search.ts'
import { WORDS } from './words.ts'

export function firstPage(language: Language, brand: string): Page {
  const words = WORDS[language]
  const cards = GUIDE_NAMES.map(name => cardOf(`/docs/${language}/${name}`, GUIDES[name][language]))
  const reference = cardOf('/docs/reference', { title: words.reference, about: words.referenceAbout })
  return {
    language,
    title: words.documentation,
    path: '',
    main: `<h1>${escapeHtml(brand)}: ${words.documentation.toLowerCase()}</h1>
<p class="lead">${words.welcome}</p>
<ul class="cards">${[...cards, reference].join('\n')}</ul>`,
  }
}

const cardOf = (address: string, { title, about }: { title: string; about: string }) =>
  `<li><a href="${address}"><strong>${title}</strong><span>${about}</span></a></li>`

export function guidePage(language: Language, guide: Guide): Page {
  return {
    language,
    title: guide.title,
    path: guide.name,
    guide: guide.name,
    main: `${guide.html}${neighboursOf(language, guide)}`,
    parts: guide.headings.filter(({ depth }) => depth === 2),
  }
}

function neighboursOf(language: Language, { name }: Guide): string {
  const at = GUIDE_NAMES.indexOf(name)
  const words = WORDS[language]
  const linkTo = (index: number, label: string, rel: string) => {
    const other = GUIDE_NAMES[index]
    if (other === undefined) return ''
    return `<a rel="${rel}" href="/docs/${language}/${other}"><span>${label}</span>${GUIDES[other][language].title}</a>`
  }
  return `<nav class="neighbours" aria-label="${words.guides}">${linkTo(at - 1, words.previous, 'prev')}${linkTo(at + 1, words.next, 'next')}</nav>`
}

export function searchPage(language: Language, query: string, results: readonly SearchResult[]): Page {
  const words = WORDS[language]
  const count =
    query === '' ? words.typeWords : results.length === 0 ? words.nothing(query) : words.results(results.length, query)
  return {
    language,
    title: words.search,
    path: 'search',
    query,
    isListed: false,
    main: `<h1>${words.search}</h1>
<p role="status">${escapeHtml(count)}</p>
<ol class="results">${results.map(resultOf).join('\n')}</ol>`,
  }
}

function resultOf({ title, place, address, excerpt }: SearchResult): string {
  const [before, found, after] = excerpt.map(escapeHtml)
  return `<li><a href="${escapeHtml(address)}"><strong>${escapeHtml(title)}</strong> <span class="place">${escapeHtml(place)}</span>
<span class="excerpt">${before}<mark>${found}</mark>${after}</span></a></li>`
}

/** All guides of a language, in their order. */
export const guidesIn = (library: Library, language: Language): Guide[] =>
  GUIDE_NAMES.map(name => library[language][name])
