// People as the operator deals with them: who is invited to sell here, who works for an account, and who has lost a second factor.
import type { Static } from 'typebox'
import type { InvitationSchema, MemberSchema } from '#member/wire.ts'
import type { Query } from '../call.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from './operator.ts'

export type Invitation = Static<typeof InvitationSchema>

const INVITATIONS = '/api/admin/invitations'
export const useSellerInvitations = (question: Query) => useOperatorPage<Invitation>(INVITATIONS, question)

export interface SellerRequest {
  email: string
  accountName?: string
  language: Invitation['language']
}
export const inviteSeller = (body: SellerRequest): Action => ({ method: 'POST', path: INVITATIONS, body })
export const resendInvitation = (id: string): Action => ({
  method: 'POST',
  path: `/api/admin/invitations/${inPath(id)}/resend`,
})
export const revokeInvitation = (id: string): Action => ({
  method: 'DELETE',
  path: `/api/admin/invitations/${inPath(id)}`,
})

export type Member = Static<typeof MemberSchema>
export const useMembersOf = (accountId: number) =>
  useOperatorItem<{ data: Member[] }>(`/api/admin/accounts/${accountId}/members`)

export const removeSecondFactor = (personId: string, reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/persons/${inPath(personId)}/remove-second-factor`,
  body: { reason },
})
