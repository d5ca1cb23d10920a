// The operator's routes of people: invitations of new sellers, and who works for an account.
import { Type } from 'typebox'
import { PlainName } from '#access/name-text.ts'
import { actorOf } from '#audit/audit.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import type { MembersDeps } from './feature.ts'
import { invitationRoutes, personIn, SENDING, sendInvitation } from './invitation/routes.ts'
import { isSeller, listMembers } from './store.ts'
import { EmailText, InvitationSchema, LanguageName, MemberSchema, memberForm } from './wire.ts'

const path = '/api/admin/invitations'
const tags = ['Operator']

export function sellerInvitationRoutes(
  server: Server,
  deps: Pick<MembersDeps, 'db' | 'clock' | 'random' | 'mail'> & AuthSecrets & { panelUrl: () => string },
): void {
  const accountId = SUSPENSE_ACCOUNT_ID
  server.post(
    path,
    {
      config: critical(rules(...SENDING)),
      schema: {
        summary: 'Invite a new seller by mail: who accepts gets an account, whatever SIGN_UP says',
        tags,
        body: SellerBody,
        response: { 201: InvitationSchema },
      },
    },
    async (request, reply) => {
      const { email, accountName = null, language } = request.body
      const input = { accountId, kind: 'SELLER' as const, email, role: 'OWNER' as const, accountName, language }
      return sendInvitation(deps, request, reply, input)
    },
  )
  invitationRoutes(server, deps, { path, tags, rules, accountOf: () => accountId })
  membersRoute(server, deps)
}

function membersRoute(server: Server, { db }: Pick<MembersDeps, 'db'>): void {
  server.get(
    '/api/admin/accounts/:id/members',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Who works for an account, the oldest first; all of them',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 200: Type.Object({ data: Type.Array(MemberSchema) }) },
      },
    },
    async request => {
      const id = Number(numberIn(request.params.id, 'account', MAX_ACCOUNT_ID))
      if (!(await isSeller(db, id))) throw notFound('account')
      const asker = personIn(actorOf(request)).id
      return { data: (await listMembers(db, id)).map(member => memberForm(member, asker)) }
    },
  )
}

const MAX_ACCOUNT_ID = 2n ** 31n - 1n

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const SellerBody = Type.Object(
  { email: EmailText, accountName: Type.Optional(PlainName(120)), language: Type.Optional(LanguageName) },
  { additionalProperties: false },
)
