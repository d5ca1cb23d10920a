// The documentation of this installation, to be read in a browser: the guides in two languages, the search over them, and what programs read
// of them. It is public as the repository is, fixed in number, read once, and never anything but these files.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Failure } from '#kernel/failure.ts'
import { postmanCollectionOf } from '../openapi/postman/collection.ts'
import type { Json } from '../openapi/route-schema.ts'
import type { RouteRules } from '../route.ts'
import type { Server } from '../server.ts'
import { GUIDE_NAMES, GUIDES, isGuide, isLanguage, LANGUAGE_TAGS, LANGUAGES, type Language } from './catalogue.ts'
import { type Page, pageOf } from './frame.ts'
import { preferredLanguage } from './language.ts'
import { openLibrary } from './library.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { operationsIn, searchEntryOf } from './operations.ts'
import { firstPage, guidePage, guidesIn, searchPage } from './pages.ts'
import { indexOf, MAX_QUERY, type SearchIndex, search, sectionsOf } from './search.ts'
import { guidePolicy } from './style.ts'

export interface GuideDeps {
  /** Where the Markdown lies. */
  folder: string
  /** The name of this gateway, as people read it. */
  brand: string
  /** The description of the public API, for this address. */
  document: () => Json
  /** The address of the script of the pages; null where nothing is built. */
  script: () => string | null
}

const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND', 'INVALID_DATA'] }
const HIDDEN = { hide: true } as const
const MINUTES_5 = 300
const Word = Type.String({ maxLength: 64 })
const MARKDOWN = '.md'

export function guideRoutes(server: Server, deps: GuideDeps): void {
  const { brand } = deps
  const library = openLibrary(deps.folder)
  const indexIn = openIndexes(deps, library)
  const show = (reply: FastifyReply, page: Page) => {
    const script = deps.script()
    return cached(reply)
      .header('content-security-policy', guidePolicy(script !== null))
      .header('content-language', LANGUAGE_TAGS[page.language])
      .type('text/html; charset=utf-8')
      .send(pageOf(page, { brand, script }))
  }

  server.get('/docs', { config: RULES, schema: HIDDEN }, (request, reply) => redirect(request, reply, ''))
  server.get(
    '/docs/:page',
    { config: RULES, schema: { ...HIDDEN, params: Type.Object({ page: Word }) } },
    (request, reply) => {
      const { page } = request.params
      if (isLanguage(page)) return show(reply, firstPage(page, brand))
      if (isGuide(page)) return redirect(request, reply, `/${page}`)
      throw unknownGuide()
    },
  )
  server.get(
    '/docs/:language/:page',
    { config: RULES, schema: { ...HIDDEN, params: Type.Object({ language: Word, page: Word }) } },
    async (request, reply) => {
      const { language, page } = request.params
      const name = page.endsWith(MARKDOWN) ? page.slice(0, -MARKDOWN.length) : page
      if (!isLanguage(language) || !isGuide(name)) throw unknownGuide()
      const guide = (await library())[language][name]
      if (name === page) return show(reply, guidePage(language, guide))
      return sendText(reply, guide.markdown, 'text/markdown')
    },
  )
  for (const language of LANGUAGES)
    server.get(
      `/docs/${language}/search`,
      { config: RULES, schema: { ...HIDDEN, querystring: SearchQuery } },
      async (request, reply) => {
        const query = (request.query.q ?? '').trim()
        return show(reply, searchPage(language, query, search(await indexIn(language), query)))
      },
    )
  textRoutes(server, deps, library)
}

const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: MAX_QUERY })) })

/** What programs read. */
function textRoutes(server: Server, { brand, document }: GuideDeps, library: ReturnType<typeof openLibrary>): void {
  const place = { config: RULES, schema: HIDDEN }
  const source = async () => {
    const described = document()
    const [{ url }] = described.servers as [{ url: string }]
    const guides = guidesIn(await library(), 'en')
    return { brand, baseUrl: url === '/' ? '' : url, guides, operations: operationsIn(described) }
  }
  server.get('/llms.txt', place, async (_request, reply) => sendText(reply, llmsText(await source()), 'text/plain'))
  server.get('/llms-full.txt', place, async (_request, reply) =>
    sendText(reply, llmsFullText(await source()), 'text/plain'),
  )
  server.get('/docs/porteira.postman_collection.json', place, (_request, reply) =>
    sendText(reply, JSON.stringify(postmanCollectionOf(document()), null, 1), 'application/json'),
  )
}

/** Of each language, made when its first search comes. */
function openIndexes({ document }: GuideDeps, library: ReturnType<typeof openLibrary>) {
  const indexes = new Map<Language, SearchIndex>()
  return async (language: Language): Promise<SearchIndex> => {
    const guides = guidesIn(await library(), language)
    const known = indexes.get(language)
    if (known !== undefined) return known
    const sections = guides.flatMap(guide =>
      sectionsOf(guide, GUIDES[guide.name][language].title, `/docs/${language}/${guide.name}`),
    )
    const index = indexOf([...sections, ...operationsIn(document()).map(searchEntryOf)])
    indexes.set(language, index)
    return index
  }
}

const unknownGuide = () =>
  new Failure('NOT_FOUND', `There is no such page. There are the guides ${GUIDE_NAMES.join(', ')}, in pt and en`)

/** An address without a language leads to that of the reader; browsers keep the part behind # by themselves. */
const redirect = ({ headers }: FastifyRequest, reply: FastifyReply, path: string) =>
  reply.header('vary', 'accept-language').redirect(`/docs/${preferredLanguage(headers['accept-language'])}${path}`)

const cached = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${MINUTES_5}`)

const sendText = (reply: FastifyReply, text: string, type: string) =>
  cached(reply).type(`${type}; charset=utf-8`).send(text)
