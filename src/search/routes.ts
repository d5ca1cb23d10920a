// One search: the people of an account look through what is theirs, the operator through everything. What the operator has looked
// for stands in the operator's log, without the names of persons.
import { Type } from 'typebox'
import { actorOf, operatorIn, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { accountOf, isSupport } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { invalid } from '#kernel/failure.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import type { Group } from './hit.ts'
import { loggedSearch } from './logged.ts'
import { search } from './look.ts'
import type { Scope } from './match-store.ts'
import { MAX_SEARCH, type Terms, termsOf } from './terms.ts'
import { FoundSchema, foundForm } from './wire.ts'

export interface SearchDeps {
  db: Database
  clock: Clock
  /** By what words are recognised in the audit log without standing in it. */
  fingerprint: (text: string) => Promise<string>
}

const SearchQuery = Type.Object(
  {
    q: PrintableText({
      minLength: 1,
      maxLength: MAX_SEARCH,
      description:
        'A name, CPF or CNPJ, PIX key, end-to-end id, txid, uuid, number, reference, address of a link or amount (R$ 1.234,56; 1234.56)',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Of each kind' })),
  },
  { additionalProperties: false },
)

export function searchRoutes(server: Server, deps: SearchDeps): void {
  sellersRoute(server, deps)
  operatorsRoute(server, deps)
}

function sellersRoute(server: Server, { db, clock }: SearchDeps): void {
  server.get(
    '/api/search',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary:
          'What the account has by these words: sales, payments received, cashouts, refunds, disputes, payment links and carts',
        tags: ['Search'],
        querystring: SearchQuery,
        response: { 200: FoundSchema },
      },
    },
    async request => {
      const { q, limit = 5 } = request.query
      const scope = { accountId: accountOf(request), hidesBuyers: isSupport(request) }
      return foundForm(await search(db, { scope, terms: termsIn(q), limit, now: clock() }))
    },
  )
}

function operatorsRoute(server: Server, { db, clock, fingerprint }: SearchDeps): void {
  const isNew = remembering(clock)
  server.get(
    '/api/admin/search',
    {
      config: { guard: 'operator', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'The same over all accounts, and the accounts and their people. What was looked for is logged',
        tags: ['Operator'],
        querystring: SearchQuery,
        response: { 200: FoundSchema },
      },
    },
    async request => {
      const { q, limit = 5 } = request.query
      const terms = termsIn(q)
      const groups = await search(db, { scope: EVERYWHERE, terms, limit, now: clock() })
      if (isNew(`${operatorIn(request).id} ${terms.text}`)) {
        const what = { actor: actorOf(request), action: 'search.made', subject: 'house', subjectId: 1 }
        const detail = { ...(await keptOf(terms, fingerprint)), ...countsOf(groups) }
        await db.transaction(tx => record(tx, [{ ...what, detail }], clock()))
      }
      return foundForm(groups)
    },
  )
}

function termsIn(q: string): Terms {
  const terms = termsOf(q)
  if (terms === null) throw invalid('q', 'something to look for')
  return terms
}

/** As the audit log keeps it. */
async function keptOf(terms: Terms, fingerprint: SearchDeps['fingerprint']) {
  const { kind, ...words } = loggedSearch(terms)
  return 'q' in words ? { kind, q: words.q } : { kind, fingerprint: await fingerprint(words.about) }
}

const EVERYWHERE: Scope = { accountId: null, hidesBuyers: true }

const countsOf = (groups: Group[]) => ({ found: groups.reduce((sum, { hits }) => sum + hits.length, 0) })

const REMEMBERED_MS = 10 * MINUTE_MS
const MAX_REMEMBERED = 1_000

/** The same words of the same person are logged once in a while: going back and forth is no new search. */
function remembering(clock: Clock): (key: string) => boolean {
  const seen = new Map<string, number>()
  return key => {
    const now = clock().getTime()
    const before = seen.get(key)
    if (seen.size >= MAX_REMEMBERED) seen.clear()
    seen.set(key, now)
    return before === undefined || now - before > REMEMBERED_MS
  }
}
