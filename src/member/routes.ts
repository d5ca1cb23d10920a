// The routes of an account to its people: all members see them, and owners decide.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf, critical, type RouteRules } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { languageOf } from '#kernel/language.ts'
import type { PayoutRules } from '#payout-rule/feature.ts'
import { type Change, changeRole, removeMember } from './change.ts'
import type { MembersDeps } from './feature.ts'
import { invitationRoutes, personIn, SENDING, sendInvitation } from './invitation/routes.ts'
import { listMembers } from './store.ts'
import { EmailText, InvitationSchema, LanguageName, MemberSchema, memberForm, RoleName } from './wire.ts'

const path = '/api/members/invitations'
const tags = ['Members']

export function memberRoutes(
  server: Server,
  deps: Pick<MembersDeps, 'db' | 'clock' | 'random' | 'mail'> &
    AuthSecrets &
    Pick<PayoutRules, 'refusedFew'> & { panelUrl: () => string },
): void {
  server.get(
    '/api/members',
    {
      // Every member of an account sees the others.
      config: { guard: 'session', dialect: 'panel', fails: [] },
      schema: {
        summary: 'Who works for this account, the oldest first; all of them',
        tags,
        response: { 200: MemberList },
      },
    },
    async request => {
      const { id } = personIn(actorOf(request))
      const members = await listMembers(deps.db, accountOf(request))
      return { data: members.map(member => memberForm(member, id)), nextCursor: null }
    },
  )
  server.patch(
    '/api/members/:id',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'RULE_LOCKS_OUT')),
      schema: {
        summary: 'Give a member another role, at once',
        description: 'An account keeps at least one OWNER. Open invitations of whoever is one no more are taken back.',
        tags,
        params: IdParams,
        body: RoleBody,
        response: { 200: MemberSchema },
      },
    },
    async request => {
      const actor = personIn(actorOf(request))
      const change = changeOf(request, request.params.id, actor, request.body.acceptsLockOut)
      return memberForm(orThrow(await changeRole(deps, change, request.body.role)), actor.id)
    },
  )
  server.delete(
    '/api/members/:id',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'RULE_LOCKS_OUT')),
      schema: {
        summary: 'End a membership, at once',
        description: 'The login stays, and so do the API keys of the account. An account keeps at least one OWNER.',
        tags,
        params: IdParams,
        querystring: Type.Object({ acceptsLockOut: AcceptsLockOut }),
        response: NO_CONTENT,
      },
    },
    async (request, reply) => {
      const actor = personIn(actorOf(request))
      orThrow(await removeMember(deps, changeOf(request, request.params.id, actor, request.query.acceptsLockOut)))
      return reply.code(204).send()
    },
  )
  server.post(
    path,
    {
      config: critical(rules(...SENDING)),
      schema: {
        summary: 'Invite somebody to work for this account, by mail; the link is good for 7 days',
        tags,
        body: InviteBody,
        response: { 201: InvitationSchema },
      },
    },
    async (request, reply) => {
      const { email, role, language } = request.body
      const input = { accountId: accountOf(request), kind: 'MEMBER' as const, email, role, accountName: null, language }
      return sendInvitation(deps, request, reply, input)
    },
  )
  invitationRoutes(server, deps, { path, tags, rules, accountOf })
}

const rules = (...fails: FailureCode[]): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  roles: ['OWNER'],
  liveOnly: true,
})

const IdParams = Type.Object({ id: Type.String() })
const AcceptsLockOut = Type.Optional(
  Type.Boolean({ description: 'true: also where too few people are left to approve by the payout rules' }),
)
const RoleBody = Type.Object({ role: RoleName, acceptsLockOut: AcceptsLockOut }, { additionalProperties: false })
const InviteBody = Type.Object(
  { email: EmailText, role: RoleName, language: Type.Optional(LanguageName) },
  { additionalProperties: false },
)
const MemberList = Type.Object({ data: Type.Array(MemberSchema), nextCursor: Type.Null() })

const changeOf = (request: FastifyRequest, idText: string, actor: Change['actor'], acceptsLockOut = false): Change => ({
  accountId: accountOf(request),
  userId: userIn(idText),
  actor,
  language: languageOf(request.headers['accept-language']),
  acceptsLockOut,
})

function userIn(text: string): string {
  const id = pathId(text)
  if ('uuid' in id) return id.uuid
  throw notFound('member')
}
