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

/** `guides` are the names of the others, to which links lead. What lies elsewhere in the repository is named without a link. */
export function renderGuide(markdown: string, guides: readonly string[]): RenderedGuide {
  const headings: Heading[] = []
  const nextAnchor = anchorsOfOnePage()
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const heading = { depth, text: plainText(text), anchor: nextAnchor(text) }
        headings.push(heading)
        return `<h${depth} id="${heading.anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, guides)
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`
      },
    },
  })
  const html = scrollable(marked.parse(markdown, { async: false }))
  return { title: headings.find(({ depth }) => depth === 1)?.text ?? '', html, headings }
}

const GUIDE_LINK = /^(?:\.\/)?([a-z-]+)\.md(#[\w-]*)?$/

function addressOf(href: string, guides: readonly string[]): string | null {
  if (href.startsWith('#') || href.startsWith('https://')) return href
  const [, guide, anchor = ''] = GUIDE_LINK.exec(href) ?? []
  return guide !== undefined && guides.includes(guide) ? `/docs/${guide}${anchor}` : null
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
