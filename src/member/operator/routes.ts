// The operators' routes to each other: who the operators are, and the removal of one.
import { Type } from 'typebox'
import { findOperators } from '#access/approvers/store.ts'
import { operatorIn } from '#audit/audit.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import type { Proposals } from '#proposal/feature.ts'
import type { MembersDeps } from '../feature.ts'
import type { OperatorMail } from './remove.ts'
import { obstacleToRemove, REMOVE_OPERATOR, requestRemoval, takesTwoToRemove } from './remove.ts'
import { findRemovalsProposed, listOperators, type Operator } from './store.ts'
import { Null, OperatorSchema, operatorForm } from './wire.ts'

export function operatorRoutes(
  server: Server,
  deps: Pick<MembersDeps, 'db' | 'clock'> & Pick<Proposals, 'propose'> & { wake: () => void; mail: OperatorMail },
): void {
  const { db } = deps
  server.get(
    '/api/admin/operators',
    {
      config: rules(),
      schema: {
        summary: 'Who runs this gateway, the oldest first',
        tags,
        response: { 200: Type.Object({ data: Type.Array(OperatorSchema), nextCursor: Null }) },
      },
    },
    async request => {
      const { id } = operatorIn(request)
      const now = deps.clock()
      const all = await listOperators(db)
      const [own] = await findOperators(db, [id])
      const known = { all, proposed: await findRemovalsProposed(db, REMOVE_OPERATOR, now), own, now }
      const removalOf = ({ userId }: Operator) => ({
        takesTwo: takesTwoToRemove(all),
        mayNotBecause: obstacleToRemove(userId, known),
      })
      return { data: all.map(one => ({ ...operatorForm(one, id), removal: removalOf(one) })), nextCursor: null }
    },
  )
  server.post(
    '/api/admin/operators/:id/remove',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'APPROVER_TOO_NEW')),
      schema: {
        summary: 'Remove an operator: at once where there are two, else it is proposed',
        description:
          'Ends the sessions of the person. Where there are three operators or more, `proposalId` is what another one confirms, who is not the person it is about. The last operator stays. All operators are told by mail.',
        tags,
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ reason: PrintableText({ minLength: 3, maxLength: 500 }) }, { additionalProperties: false }),
        response: {
          200: Type.Object({ removed: Type.Boolean(), proposalId: Type.Union([Type.Integer(), Null]) }),
        },
      },
    },
    async request => {
      const by = operatorIn(request)
      const userId = parseUuid(request.params.id)
      if (userId === null) throw notFound('operator')
      const actor = { kind: 'operator' as const, ...by }
      const { proposal } = orThrow(await requestRemoval(deps, { userId, reason: request.body.reason, by, actor }))
      deps.wake()
      return { removed: proposal === null, proposalId: proposal === null ? null : Number(proposal.id) }
    },
  )
}

const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
