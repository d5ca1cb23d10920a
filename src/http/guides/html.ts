// A guide's Markdown as HTML for a browser: headings that can be linked to as on GitHub, links between guides, and nothing that
// runs. HTML inside the Markdown is shown as text.
import { Marked, type Tokens } from 'marked'

export interface Heading {
  depth: number
  text: string
  anchor: string
}

export interface RenderedGuide {
  title: string
  html: string
  headings: Heading[]
}

export interface Rendering {
  /** The names of the guides to which links may lead. What lies elsewhere in the repository is named without a link. */
  guides: readonly string[]
  /** The path before the name of a guide. */
  base: string
  /**
   * The anchor under which a heading is found, of the one that its own text gives; null: of the guide itself. A section has the same anchor in
   * every language, so that a link to it holds in all.
   */
  anchorOf?: (guide: string | null, own: string) => string
}

export function renderGuide(markdown: string, rendering: Rendering): RenderedGuide {
  const headings: Heading[] = []
  const { anchorOf = (_guide, own) => own } = rendering
  const nextAnchor = anchorsOfOnePage()
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const heading = { depth, text: plainText(text), anchor: anchorOf(null, nextAnchor(text)) }
        headings.push(heading)
        return `<h${depth} id="${escapeHtml(heading.anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, { ...rendering, anchorOf })
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`
      },
    },
  })
  const html = scrollable(marked.parse(markdown, { async: false }))
  return { title: headings.find(({ depth }) => depth === 1)?.text ?? '', html, headings }
}

/** The anchors of a guide's headings, as their own texts give them. */
export function anchorsIn(markdown: string): string[] {
  const nextAnchor = anchorsOfOnePage()
  const anchors: string[] = []
  new Marked({
    walkTokens: token => void (token.type === 'heading' && anchors.push(nextAnchor((token as Tokens.Heading).text))),
  }).parse(markdown, { async: false })
  return anchors
}

const GUIDE_LINK = /^(?:\.\/)?([a-z-]+)\.md(?:#([\p{L}\p{N}_-]*))?$/u

function addressOf(href: string, { guides, base, anchorOf }: Required<Rendering>): string | null {
  if (href.startsWith('https://')) return href
  if (href.startsWith('#')) return `#${anchorOf(null, readable(href.slice(1)))}`
  const [, guide, anchor] = GUIDE_LINK.exec(readable(href)) ?? []
  if (guide === undefined || !guides.includes(guide)) return null
  return `${base}/${guide}${anchor === undefined ? '' : `#${anchorOf(guide, anchor)}`}`
}

/** Markdown encodes letters with accents in addresses, and a heading has them as they are. */
function readable(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The anchors that GitHub gives: a heading that occurs again gets a number. */
function anchorsOfOnePage(): (text: string) => string {
  const used = new Map<string, number>()
  return text => {
    const base = plainText(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const count = used.get(base) ?? 0
    used.set(base, count + 1)
    return count === 0 ? base : `${base}-${count}`
  }
}

const plainText = (text: string) => text.replaceAll(/[`*]/g, '')

/** What is wide moves inside itself, by the keyboard too, and not the page. */
const scrollable = (html: string) =>
  html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, character => ESCAPES[character] ?? '')
