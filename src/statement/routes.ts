// The statement's routes: for a seller's server, a seller's people and the operator. Each reads lines, the sums of a period, and
// the balance at a moment.

import { type Static, Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, encodeCursor, LimitQuery } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { FromQuery, justAfter, MomentQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { accountOf, type Caller, type RouteRules } from '#http/route.ts'
import { DOCUMENTED } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { invalid, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { SUBJECTS } from '#ledger/ledger.ts'
import { LANGUAGES, LINE_TYPES, REFERENCE_TYPES, SUBJECT_OF } from './line.ts'
import { balanceBefore, type LineQuestion, namedBy, readLines, stretchOf, summarize } from './read.ts'
import { findOfSale, type Named } from './store.ts'
import { BalanceAtSchema, balanceForm, lineForm, PageSchema, SummarySchema, summaryForm } from './wire.ts'

export interface StatementDeps {
  db: Database
  /** The number of an account that the operator names; null where there is none. */
  accountNamed: (id: number | { uuid: string }) => Promise<number | null>
}

interface Request {
  caller: Caller | null
  params: unknown
}

interface RouteOf {
  path: string
  rules: RouteRules
  tags: string[]
  params?: typeof IdParams
  account: (request: Request) => number | Promise<number>
}

const IdParams = Type.Object({ id: Type.String() })

export function statementRoutes(server: Server, { db, accountNamed }: StatementDeps): void {
  const fails = ['INVALID_DATA'] as const
  const routes: RouteOf[] = [
    {
      path: '/api/public/statement',
      rules: { guard: 'api-key', dialect: 'balance', scope: 'balance:read', fails },
      tags: ['Statement'],
      account: accountOf,
    },
    {
      path: '/api/statement',
      rules: { guard: 'session', dialect: 'panel', fails },
      tags: ['Statement'],
      account: accountOf,
    },
    {
      path: '/api/admin/accounts/:id/statement',
      rules: { guard: 'operator', dialect: 'panel', fails: [...fails, 'NOT_FOUND'] },
      tags: ['Operator'],
      params: IdParams,
      async account({ params }) {
        const id = await accountNamed(accountIn((params as Static<typeof IdParams>).id))
        if (id === null) throw notFound('account')
        return id
      },
    },
    {
      path: '/api/admin/house/statement',
      rules: { guard: 'operator', dialect: 'panel', fails },
      tags: ['Operator'],
      account: () => SUSPENSE_ACCOUNT_ID,
    },
  ]
  for (const route of routes) openRoute(server, db, route)
}

function openRoute(server: Server, db: Database, { path, rules, tags, params, account }: RouteOf): void {
  const of = { tags, ...(params !== undefined && { params }) }
  server.get(
    path,
    {
      config: rules,
      schema: {
        summary: 'Every change of the balance with its reason and the balance behind it, the newest first',
        ...of,
        querystring: LinesQuery,
        response: { 200: PageSchema },
      },
    },
    async request => {
      const { limit = 20, language = 'pt', cursor } = request.query
      const asked = await questionIn(db, await account(request), request.query)
      const { lines, rest } = await readLines(db, behindCursor(asked, decodeCursor(cursor)), limit)
      const next = rest === null ? null : encodeCursor(asked.order === 'asc' ? rest.after : rest.upTo + 1n)
      return { data: lines.map(line => lineForm(line, language)), nextCursor: next }
    },
  )
  server.get(
    `${path}/summary`,
    {
      config: rules,
      schema: {
        summary: 'What the account had before a period and behind it, and the sums of its lines by type',
        ...of,
        querystring: PeriodQuery,
        response: { 200: SummarySchema },
      },
    },
    async request => {
      const period = periodIn(request.query)
      return summaryForm(await summarize(db, await account(request), period), period, request.query.language ?? 'pt')
    },
  )
  server.get(
    `${path}/balance`,
    {
      config: rules,
      schema: {
        summary: 'What the account had at a moment, or at the end of a day',
        ...of,
        querystring: Type.Object({ at: MomentQuery('A day in São Paulo, at its end, or a moment (date-time)') }),
        response: { 200: BalanceAtSchema },
      },
    },
    async request => {
      const after = justAfter('at', request.query.at)
      const at = new Date(after.getTime() - 1).toISOString()
      return { at, ...balanceForm(await balanceBefore(db, await account(request), after)) }
    },
  )
}

const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const LanguageQuery = Type.Optional(Type.Enum([...LANGUAGES], { description: 'Of the descriptions' }))

const PeriodQuery = Type.Object({
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  language: LanguageQuery,
})

/** What the list and its export are asked for alike. */
export const FilterQuery = Type.Object({
  ...PeriodQuery.properties,
  type: Type.Optional(
    Type.String({
      maxLength: 400,
      description: `One or several, with commas: ${LINE_TYPES.join(', ')}`,
      [DOCUMENTED]: { pattern: `^(${LINE_TYPES.join('|')})(,(${LINE_TYPES.join('|')}))*$` },
    }),
  ),
  referenceType: Type.Optional(Type.Enum([...REFERENCE_TYPES])),
  reference: Type.Optional(Type.String({ maxLength: 40, description: 'What the lines are about: a uuid or a number' })),
  sale: Type.Optional(
    Type.String({ maxLength: 40, description: 'A sale with its refunds and disputes: its uuid or number' }),
  ),
  minAmount: Type.Optional(Cents),
  maxAmount: Type.Optional(Cents),
  order: Type.Optional(Type.Enum(['desc', 'asc'])),
})

const LinesQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  ...FilterQuery.properties,
})

/** The amounts are sizes of changes, whichever way they go and whether they change the whole balance or only one side. */
export async function questionIn(
  db: Database,
  accountId: number,
  query: Static<typeof FilterQuery>,
): Promise<LineQuestion> {
  const filter = {
    types: query.type === undefined ? LINE_TYPES : typesIn(query.type),
    min: amountIn(query.minAmount),
    max: amountIn(query.maxAmount),
  }
  return {
    accountId,
    stretch: await stretchOf(db, accountId, periodIn(query)),
    order: query.order ?? 'desc',
    filter,
    about: await descriptionIn(db, accountId, query),
  }
}

async function descriptionIn(
  db: Database,
  accountId: number,
  query: Static<typeof FilterQuery>,
): Promise<Named[] | null> {
  const { referenceType, reference, sale } = query
  const subjects = referenceType === undefined ? SUBJECTS : [SUBJECT_OF[referenceType]]
  if (sale !== undefined) {
    if (reference !== undefined) throw invalid('sale', 'no reference beside it')
    return (await findOfSale(db, accountId, idIn('sale', sale))).filter(({ subject }) => subjects.includes(subject))
  }
  if (reference !== undefined) return namedBy(db, accountId, idIn('reference', reference), subjects)
  if (referenceType !== undefined) throw invalid('reference', 'the id, beside referenceType')
  return null
}

const amountIn = (cents: number | undefined): Centavos | null => (cents === undefined ? null : centavos(cents))

function typesIn(text: string) {
  const asked = text.split(',')
  const unknown = asked.find(type => !LINE_TYPES.some(known => known === type))
  if (unknown !== undefined) throw invalid('type', `some of ${LINE_TYPES.join(', ')}`)
  return LINE_TYPES.filter(type => asked.includes(type))
}

function idIn(field: string, text: string) {
  const uuid = parseUuid(text)
  if (uuid !== null) return { uuid }
  if (!/^[1-9]\d{0,15}$/.test(text)) throw invalid(field, 'a uuid or a whole number')
  return { number: BigInt(text) }
}

/** The page behind a cursor, which names the last line that was looked at. */
function behindCursor(question: LineQuestion, cursor: bigint | null): LineQuestion {
  if (cursor === null) return question
  const { after, upTo } = question.stretch
  const stretch =
    question.order === 'asc'
      ? { after: cursor > after ? cursor : after, upTo }
      : { after, upTo: cursor - 1n < upTo ? cursor - 1n : upTo }
  return { ...question, stretch }
}

const MAX_ACCOUNT_ID = 2n ** 31n - 1n

function accountIn(text: string): number | { uuid: string } {
  const uuid = parseUuid(text)
  return uuid === null ? Number(numberIn(text, 'account', MAX_ACCOUNT_ID)) : { uuid }
}
