// The operators' routes of proposals: what is proposed, and the second person's decision. A proposal itself is made at the route
// of its subject.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findOperators } from '#access/approvers/store.ts'
import { operatorIn } from '#audit/audit.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import type { DecisionRequest } from './decide.ts'
import type { Proposals } from './feature.ts'
import { DECISIONS, type Decision, PROPOSAL_STATES } from './proposal.ts'
import type { ProposalDeps } from './propose.ts'
import { listProposals, type ShownProposal, showProposal } from './store.ts'
import { acceptedAnswer, ProposalSchema, proposalFormFor } from './wire.ts'

const SUMMARIES: Record<Decision, string> = {
  confirm: 'Confirm what another operator has proposed: it is done in the same commit',
  reject: 'Reject what another operator has proposed',
  withdraw: 'Take back what one has proposed oneself',
}

export function proposalRoutes(
  server: Server,
  deps: Pick<ProposalDeps, 'db' | 'clock'> & { proposals: Proposals },
): void {
  const { db, proposals } = deps
  server.get(
    '/api/admin/proposals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'What takes two operators, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(ProposalSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor, ...filter } = request.query
      const found = await listProposals(db, { ...filter, below: decodeCursor(cursor), limit: limit + 1 })
      return pageOf(found, limit, await formFor(deps, request, found))
    },
  )

  server.get(
    '/api/admin/proposals/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'One proposal', tags, params: IdParams, response: { 200: ProposalSchema } },
    },
    async request => {
      const proposal = await showProposal(db, numberIn(request.params.id, 'proposal'))
      if (proposal === null) throw notFound('proposal')
      return (await formFor(deps, request, [proposal]))(proposal)
    },
  )

  for (const decision of Object.keys(DECISIONS) as Decision[])
    server.post(
      `/api/admin/proposals/:id/${decision}`,
      {
        config: decision === 'confirm' ? critical(CONFIRMING) : DECIDING,
        schema: {
          summary: SUMMARIES[decision],
          tags,
          params: IdParams,
          headers: KeyHeaders,
          body: ReasonBody,
          response: { 202: ProposalSchema },
        },
      },
      async (request, reply) => {
        const decided = orThrow(
          await proposals.decide(requestOf(request, request.params.id, decision, request.body.reason)),
        )
        if ('replayed' in decided) return replay(reply, decided.replayed)
        const { id, kind, state } = decided
        request.log.info({ by: request.caller, proposal: { id, kind, state } }, 'proposal decided')
        return sendAnswer(reply, acceptedAnswer(decided))
      },
    )
}

/** For the operator who asks. */
async function formFor(
  { db, clock }: Pick<ProposalDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  shown: ShownProposal[],
) {
  const by = operatorIn(request).id
  const operators = await findOperators(db, [...new Set([by, ...shown.map(({ proposedBy }) => proposedBy)])])
  const who = { by, operators, now: clock() }
  return (proposal: ShownProposal) => proposalFormFor(proposal, who)
}

function requestOf(request: FastifyRequest, idText: string, decision: Decision, reason: string): DecisionRequest {
  if (reason.trim().length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
  const by = operatorIn(request)
  const id = numberIn(idText, 'proposal')
  const key = keyOf(request, { id, reason, by: by.id }, SUSPENSE_ACCOUNT_ID)
  return { id, decision, reason, by, key }
}

const MIN_REASON = 3
const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const DECIDING = rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT')
const CONFIRMING = rules(...DECIDING.fails, 'APPROVER_TOO_NEW')

const IdParams = Type.Object({ id: Type.String() })
const ReasonBody = Type.Object(
  { reason: PrintableText({ minLength: MIN_REASON, maxLength: 500 }) },
  { additionalProperties: false },
)

const Text = Type.Optional(PrintableText({ minLength: 1, maxLength: 100 }))

const ListQuery = Type.Object({
  state: Type.Optional(Type.Enum([...PROPOSAL_STATES])),
  kind: Text,
  proposedBy: Text,
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})
