// The operator's doors to invitations of new sellers.
import { Type } from 'typebox'
import { NameText } from '#access/name-text.ts'
import { critical, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import type { FailureCode } from '#kernel/failure.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import { type InvitationRouteNeeds, invitationDoors, SENDING, sendInvitation } from './invitation-routes.ts'
import { EmailText, InvitationSchema, LanguageName } from './wire.ts'

const path = '/api/admin/invitations'
const tags = ['Operator']

export function sellerInvitationRoutes(server: Server, needs: InvitationRouteNeeds): void {
  const accountId = HOUSE_ACCOUNT_ID
  server.post(
    path,
    {
      config: critical(rules(...SENDING)),
      schema: {
        summary: 'Invite a new seller by mail: who accepts gets an account, whatever SIGN_UP says',
        ...{ tags, body: SellerBody, response: { 201: InvitationSchema } },
      },
    },
    async (request, reply) => {
      const { email, accountName = null, language } = request.body
      const ask = { accountId, kind: 'SELLER' as const, email, role: 'OWNER' as const, accountName, language }
      return sendInvitation(needs, request, reply, ask)
    },
  )
  invitationDoors(server, needs, { path, tags, rules, accountOf: () => accountId })
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const SellerBody = Type.Object(
  { email: EmailText, accountName: Type.Optional(NameText(120)), language: Type.Optional(LanguageName) },
  { additionalProperties: false },
)
