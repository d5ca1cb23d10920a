// The requests of the pages behind the links in mails: an invitation, and a new password.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { GuestSchema, JoinedSchema } from '#member/wire.ts'
import { call } from '../call.ts'

export type Invited = Static<typeof GuestSchema>
type Joined = Static<typeof JoinedSchema>

const at = (token: string) => `/api/invitations/${encodeURIComponent(token)}`

export const useInvited = (token: string) =>
  useQuery({
    queryKey: ['invited', token],
    queryFn: ({ signal }) => call<Invited>('GET', at(token), { signal }),
    retry: false,
  })

export const acceptInvitation = (token: string) => call<Joined>('POST', `${at(token)}/accept`)

export const signUpInvited = (token: string, body: { name: string; password: string }) =>
  call<Joined>('POST', `${at(token)}/sign-up`, { body })

/** CONSOLE: this gateway sends no mail, and prints the letter for its operator. */
export interface Asked {
  letter: 'MAILBOX' | 'CONSOLE'
}

export const requestPasswordReset = (email: string) =>
  call<Asked>('POST', '/api/auth/request-password-reset', { body: { email } })

export const confirmFactor = (token: string) =>
  call<{ factor: 'passkey' | 'app' }>('POST', '/api/auth/second-factor/confirm', { body: { token } })

export const resetPassword = (token: string, newPassword: string) =>
  call<unknown>('POST', '/api/auth/reset-password', { body: { token, newPassword } })
