// The list of keys that an account means to pay. A key that is added can be paid without asking only after a while; one that is
// removed is off the list at once.
import { Type } from 'typebox'
import { actorOf, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf, critical, type Role, type RouteRules } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, invalid, notFound } from '#kernel/failure.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { type Beneficiary, insertBeneficiary, listBeneficiaries, removeBeneficiary } from './beneficiary-store.ts'
import { BeneficiaryBody, BeneficiarySchema, beneficiaryForm } from './beneficiary-wire.ts'
import { lockRule } from './store.ts'

export function beneficiaryRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    '/api/beneficiaries',
    {
      config: rules({ fails: ['INVALID_DATA'] }),
      schema: {
        summary: 'The keys that the account means to pay, the newest first',
        tags,
        querystring: Type.Object({ limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) }),
        response: {
          200: PageOf(BeneficiarySchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      return pageOf(await listBeneficiaries(db, accountOf(request), page), limit, beneficiaryForm)
    },
  )
  server.post(
    '/api/beneficiaries',
    {
      config: critical(rules({ fails: ['INVALID_DATA', 'CONFLICT'], roles: ['OWNER', 'FINANCE'] })),
      schema: { summary: 'Add a key', tags, body: BeneficiaryBody, response: { 201: BeneficiarySchema } },
    },
    async (request, reply) => {
      const { pixKeyType, name } = request.body
      const pixKey = normalisePixKey(pixKeyType, request.body.pixKey)
      if (pixKey === null) throw invalid('pixKey', `a key that can exist for the type ${pixKeyType}`)
      const [accountId, actor] = [accountOf(request), actorOf(request)]
      const added = await db.transaction(async tx => {
        const createdAt = clock()
        const { coolingHours } = (await lockRule(tx, accountId, createdAt)).approval
        const usableAt = new Date(createdAt.getTime() + coolingHours * HOUR_MS)
        const addedBy = actor.id ?? ''
        const one = await insertBeneficiary(tx, accountId, { pixKey, pixKeyType, name, addedBy, usableAt, createdAt })
        if (one !== null) await record(tx, [entryOf(accountId, actor, 'beneficiary.added', one)], createdAt)
        return one
      })
      if (added === null) throw new Failure('CONFLICT', 'pixKey: is on the list already')
      return reply.code(201).send(beneficiaryForm(added))
    },
  )
  server.delete<{ Params: { id: string } }>(
    '/api/beneficiaries/:id',
    {
      config: critical(rules({ fails: ['INVALID_DATA', 'NOT_FOUND'], roles: ['OWNER', 'FINANCE'] })),
      schema: { summary: 'Take a key off the list', tags, response: NO_CONTENT },
    },
    async (request, reply) => {
      const [accountId, actor] = [accountOf(request), actorOf(request)]
      const id = numberIn(request.params.id, 'Beneficiary')
      const removed = await db.transaction(async tx => {
        const now = clock()
        const one = await removeBeneficiary(tx, accountId, id, now)
        if (one !== null) await record(tx, [entryOf(accountId, actor, 'beneficiary.removed', one)], now)
        return one
      })
      if (removed === null) throw notFound('Beneficiary')
      return reply.code(204).send()
    },
  )
}

const tags = ['Payout rules']

const rules = ({ fails, roles }: { fails: FailureCode[]; roles?: Role[] }): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  ...(roles !== undefined && { roles }),
})

const entryOf = (accountId: number, actor: ReturnType<typeof actorOf>, action: string, one: Beneficiary) => ({
  accountId,
  actor,
  action,
  subject: 'payout_beneficiary',
  subjectId: one.id,
  detail: { pixKey: one.pixKey, pixKeyType: one.pixKeyType, name: one.name },
})
