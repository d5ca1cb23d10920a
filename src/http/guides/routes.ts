// The guides of this installation, to be read in a browser: GET /docs and GET /docs/:guide. They are public as the repository is,
// fixed in number, read once, and never anything but these files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { shownBrand } from '#kernel/brand.ts'
import { Failure } from '#kernel/failure.ts'
import type { RouteRules } from '../route.ts'
import type { Server } from '../server.ts'
import { escapeHtml, type RenderedGuide, renderGuide } from './html.ts'
import { GUIDE_POLICY, GUIDE_STYLE } from './style.ts'

export const GUIDES = {
  integrate: 'Integrating',
  checkout: 'Checkout',
  recurring: 'Recurring PIX',
  notifications: 'Notifications',
  operate: 'Operating',
  'sandbox-bank': 'Sandbox bank',
} as const

export type GuideName = keyof typeof GUIDES

export interface GuideDeps {
  /** Where the Markdown lies. */
  folder: string
  /** The brand of this gateway. */
  brand: string
}

const NAMES = Object.keys(GUIDES) as GuideName[]
const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] }
const MINUTES_5 = 300

export function guideRoutes(server: Server, { folder, brand }: GuideDeps): void {
  const pages = new Map<GuideName, Promise<string>>()
  const pageOf = (guide: GuideName): Promise<string> => {
    const known = pages.get(guide)
    if (known !== undefined) return known
    const page = readFile(join(folder, `${guide}.md`), 'utf8').then(markdown =>
      pageAround(guide, brand, renderGuide(markdown, NAMES)),
    )
    pages.set(guide, page)
    // The reason of a failed read may be gone a moment later.
    page.catch(() => pages.delete(guide))
    return page
  }
  server.get('/docs', { config: RULES, schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/integrate'))
  server.get(
    '/docs/:guide',
    { config: RULES, schema: { hide: true, params: Type.Object({ guide: Type.String({ maxLength: 64 }) }) } },
    async (request, reply) => {
      const guide = NAMES.find(name => name === request.params.guide)
      if (guide === undefined) throw new Failure('NOT_FOUND', `There is no such guide. There are ${NAMES.join(', ')}`)
      return send(reply, await pageOf(guide))
    },
  )
}

const send = (reply: FastifyReply, page: string) =>
  reply
    .header('content-security-policy', GUIDE_POLICY)
    .header('cache-control', `public, max-age=${MINUTES_5}`)
    .type('text/html; charset=utf-8')
    .send(page)

function pageAround(guide: GuideName, brand: string, { title, html, headings }: RenderedGuide): string {
  const links = NAMES.map(name => {
    const current = name === guide ? ' aria-current="page"' : ''
    return `<a href="/docs/${name}"${current}>${GUIDES[name]}</a>`
  })
  const contents = headings
    .filter(({ depth }) => depth === 2)
    .map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(shownBrand(brand))}</title>
<style>${GUIDE_STYLE}</style>
</head>
<body>
<header><nav aria-label="Guides">${links.join('\n')}
<a href="/" lang="pt-BR">Painel</a></nav></header>
<div class="page">
<nav class="contents" aria-label="On this page"><strong>On this page</strong><ul>${contents.join('\n')}</ul></nav>
<main>${html}</main>
</div>
</body>
</html>
`
}
