// The members of the account, and its invitations.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Role } from '#http/route.ts'
import type { InvitationSchema, MemberSchema } from '#member/wire.ts'
import { call } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'

export type Member = Static<typeof MemberSchema>
export type Invitation = Static<typeof InvitationSchema>

/** From the one who may do most to the one who may do least. */
export const ROLES = ['OWNER', 'FINANCE', 'DEVELOPER', 'READER'] as const satisfies readonly Role[]

const membersKey = ['members'] as const
const INVITATIONS = '/api/members/invitations'
/** Not awaited: a message that appears together with the new list would no longer announce that it was done. */
const again = () => void queryClient.invalidateQueries({ queryKey: membersKey })

export const useMembers = () =>
  useQuery({
    queryKey: [...membersKey, 'list'],
    queryFn: ({ signal }) => call<Page<Member>>('GET', '/api/members', { signal }),
  })

export const useInvitations = (cursor: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [...membersKey, 'invitations', cursor],
    queryFn: ({ signal }) => call<Page<Invitation>>('GET', INVITATIONS, { query: { cursor }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

export interface InviteRequest {
  email: string
  role: Role
}

export const useInvite = () =>
  useMutation({
    mutationFn: (body: InviteRequest) => call<Invitation>('POST', INVITATIONS, { body }),
    onSuccess: again,
  })

export const useResend = () =>
  useMutation({ mutationFn: (id: string) => call<Invitation>('POST', `${INVITATIONS}/${id}/resend`), onSuccess: again })

export const useRevokeInvitation = () =>
  useMutation({ mutationFn: (id: string) => call<void>('DELETE', `${INVITATIONS}/${id}`), onSuccess: again })

interface Change {
  id: string
  /** Also where too few people are left to approve. */
  acceptsLockOut: boolean
}

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Change & { role: Role }) => call<Member>('PATCH', `/api/members/${id}`, { body }),
    onSuccess: again,
  })

export const useRemoveMember = () =>
  useMutation({
    mutationFn: ({ id, acceptsLockOut }: Change) =>
      call<void>('DELETE', `/api/members/${id}`, { query: { acceptsLockOut: acceptsLockOut || undefined } }),
    onSuccess: again,
  })
