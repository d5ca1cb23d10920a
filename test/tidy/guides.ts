// A guide says the same in Portuguese as in English: the same headings in the same order, and under each of them the same code, the same
// names, figures and links, and as many rows and points. What the sentences say is for people to compare.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { renderGuide } from '#http/guides/html.ts'
import { ROOT } from './sources.ts'

const ENGLISH = 'docs/guides'
export const PORTUGUESE = 'docs/guides/pt'

/** Texts by path, of every guide in both languages. */
export type Guides = Map<string, string>

const FENCED = /^```[\s\S]*?^```$/gm
const HEADING = /^#{1,6} .*$/gm
const LINK = /\]\(([^)\s]+)\)/g
const INLINE_CODE = /`[^`]+`/g
const NAME = /\b[A-Z][A-Z0-9_]{2,}\b/g
const FIGURE = /\d+(?:[.,:]\d+)*/g
// English text and Portuguese text write this one differently.
const NOT_NAMES = ['PIX']

export function guidesIn(root: string): Guides {
  const paths = [ENGLISH, PORTUGUESE].flatMap(folder =>
    readdirSync(join(root, folder))
      .filter(name => name.endsWith('.md'))
      .map(name => join(folder, name)),
  )
  return new Map(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]))
}

export const guideDifferences = (guides: Guides = guidesIn(ROOT)): string[] =>
  [...guides.keys()].flatMap(path => {
    if (path.startsWith(`${PORTUGUESE}/`))
      return guides.has(englishOf(path)) ? [] : [`${englishOf(path)} is missing: ${path} is there`]
    const translation = translationOf(path)
    if (!guides.has(translation)) return [`${translation} is missing: ${path} is there`]
    return differences(guides, path, translation)
  })

const englishOf = (path: string) => path.replace(`${PORTUGUESE}/`, `${ENGLISH}/`)
const translationOf = (path: string) => path.replace(`${ENGLISH}/`, `${PORTUGUESE}/`)

function differences(guides: Guides, english: string, portuguese: string): string[] {
  const theirs = sectionsOf(guides, english)
  const ours = sectionsOf(guides, portuguese)
  const at = theirs.findIndex(({ depth }, n) => depth !== ours[n]?.depth)
  if (at >= 0 || ours.length > theirs.length) {
    const n = at >= 0 ? at : theirs.length
    return [`${portuguese}: heading ${n + 1} is "${ours[n]?.heading ?? ''}", in English "${theirs[n]?.heading ?? ''}"`]
  }
  return theirs.flatMap((section, n) => {
    const here = ours[n] ?? section
    return Object.entries(section.facts).flatMap(([what, facts]) => {
      const [missing, added] = [without(facts, here.facts[what]), without(here.facts[what], facts)]
      if (missing.length + added.length === 0) return []
      return [
        `${portuguese}, "${here.heading}" (English "${section.heading}"): ${what} only in English: ${listed(missing)}; only in Portuguese: ${listed(added)}`,
      ]
    })
  })
}

const without = (facts: string[] = [], others: string[] = []) => facts.filter(fact => !others.includes(fact))
const listed = (facts: string[]) => (facts.length === 0 ? 'none' : facts.join(' '))

interface Section {
  heading: string
  depth: number
  facts: Record<string, string[]>
}

function sectionsOf(guides: Guides, path: string): Section[] {
  const text = guides.get(path) ?? ''
  const blocks = [...text.matchAll(FENCED)]
  const masked = text.replace(FENCED, block => block.replace(/[^\n]/g, ' '))
  const starts = [...masked.matchAll(HEADING)].map(({ index }) => index)
  return starts.map((start, n) => {
    const end = starts[n + 1] ?? text.length
    const [heading = ''] = text.slice(start, end).split('\n')
    const codes = blocks.filter(({ index }) => index > start && index < end).map(([block]) => block)
    return {
      heading,
      depth: heading.indexOf(' '),
      facts: factsOf(masked.slice(start, end), codes, link => placeOf(guides, path, link)),
    }
  })
}

function factsOf(prose: string, blocks: string[], place: (link: string) => string): Record<string, string[]> {
  const words = prose.replace(LINK, ']').replace(INLINE_CODE, ' ')
  const count = (what: RegExp) => [String(prose.match(what)?.length ?? 0)]
  return {
    code: blocks.map((block, n) => `block ${n + 1} (${withoutComments(block)})`),
    'inline code': prose.match(INLINE_CODE) ?? [],
    names: (words.match(NAME) ?? []).filter(name => !NOT_NAMES.includes(name)),
    figures: (words.match(FIGURE) ?? []).map(figure => figure.replaceAll(/[.,]/g, '')),
    links: [...prose.matchAll(LINK)].map(([, link = '']) => place(link)),
    'rows of tables': count(/^\|/gm),
    points: count(/^(?:-|\d+\.) /gm),
  }
}

const withoutComments = (block: string) => block.replaceAll(/(?<=^|\s)(?:#|\/\/) .*$/gm, '')

/** Where a link leads, in terms that both languages share: a file, or a guide and the number of its heading. */
function placeOf(guides: Guides, from: string, link: string): string {
  if (/^https?:/.test(link)) return link
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from : join(from, '..', file)
  const text = guides.get(path)
  if (text === undefined)
    return existsSync(join(ROOT, path)) ? link.replace(file, path) : `${link} (there is no ${path})`
  if (from.startsWith(PORTUGUESE) && guides.has(translationOf(path))) return `${link} (in the other language)`
  if (anchor === undefined) return englishOf(path)
  const heading = anchorsOf(text).indexOf(anchor)
  return heading < 0 ? `${link} (there is no such heading)` : `${englishOf(path)}, heading ${heading + 1}`
}

const KNOWN_ANCHORS = new Map<string, string[]>()

/** Rendered once for each guide, not for each of the links to it. */
function anchorsOf(text: string): string[] {
  const anchors =
    KNOWN_ANCHORS.get(text) ?? renderGuide(text, { guides: [], base: '' }).headings.map(({ anchor }) => anchor)
  KNOWN_ANCHORS.set(text, anchors)
  return anchors
}
