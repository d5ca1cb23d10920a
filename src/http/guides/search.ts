// Search over the guides, section by section, and over the operations of the public API. Small enough to be gone through whole. Pure.
import type { Guide } from './library.ts'

export interface SearchEntry {
  title: string
  /** The guide that it stands in, or method and path. */
  place: string
  address: string
  text: string
}

export interface SearchResult {
  title: string
  place: string
  address: string
  /** Around the first word that was found: what is before it, the word, and what follows. */
  excerpt: readonly [before: string, found: string, after: string]
}

export const MAX_QUERY = 100
const MAX_RESULTS = 20
const MAX_WORDS = 8
const WORTH = { title: 20, wholeTitle: 20, place: 8, text: 1 }
const AROUND = 70

/** `title` is what the guide is called in the list of guides. */
export function sectionsOf({ html }: Guide, title: string, address: string): SearchEntry[] {
  return html.split(/(?=<h[1-3] id=)/).flatMap(part => {
    const [whole, anchor, heading] = /^<h[1-3] id="([^"]+)">(.*?)<\/h[1-3]>/s.exec(part) ?? []
    if (whole === undefined || anchor === undefined || heading === undefined) return []
    return [
      { title: textOf(heading), place: title, address: `${address}#${anchor}`, text: textOf(part.slice(whole.length)) },
    ]
  })
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

interface IndexedEntry extends SearchEntry {
  folded: { title: string; place: string; text: string }
}

export type SearchIndex = readonly IndexedEntry[]

export const indexOf = (entries: readonly SearchEntry[]): SearchIndex =>
  entries.map(entry => ({
    ...entry,
    folded: { title: folded(entry.title), place: folded(entry.place), text: folded(entry.text) },
  }))

/** Without accents, and as long as before, so that a place in one is the same place in the other. */
const folded = (text: string): string =>
  [...text.normalize('NFC')].map(one => one.normalize('NFD')[0]?.toLowerCase() ?? one).join('')

/** What has every word of the query in it, the best first. */
export function search(index: SearchIndex, query: string): SearchResult[] {
  const words = [...new Set(folded(query.slice(0, MAX_QUERY)).split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  return index
    .map(entry => ({ entry, worth: worthOf(entry, words) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => resultOf(entry, words))
}

/** 0: a word is nowhere in it. */
function worthOf({ folded: { title, place, text } }: IndexedEntry, words: string[]): number {
  const whole = title === words.join(' ') ? WORTH.wholeTitle : 0
  let worth = whole
  for (const word of words) {
    const found =
      (title.includes(word) ? WORTH.title : 0) +
      (place.includes(word) ? WORTH.place : 0) +
      (text.includes(word) ? WORTH.text : 0)
    if (found === 0) return 0
    worth += found
  }
  return worth
}

function resultOf(
  { title, place, address, text, folded: { text: plain } }: IndexedEntry,
  words: string[],
): SearchResult {
  const places = words.map(word => ({ word, at: plain.indexOf(word) })).filter(({ at }) => at >= 0)
  const first = places.toSorted((one, other) => one.at - other.at)[0] ?? { word: '', at: 0 }
  const [from, end] = [Math.max(0, first.at - AROUND), first.at + first.word.length]
  const before = `${from > 0 ? '… ' : ''}${text.slice(from, first.at)}`
  const after = `${text.slice(end, end + AROUND)}${end + AROUND < text.length ? ' …' : ''}`
  return { title, place, address, excerpt: [before, text.slice(first.at, end), after] }
}
