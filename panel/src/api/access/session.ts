// Who is signed in, and in which account. The session is requested once and cached; operators may have no account.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { AccountSchema } from '#account/wire.ts'
import { call, reportSignedOut } from '../call.ts'
import { chooseAccount, chosenAccount } from '../chosen-account.ts'
import { Problem } from '../problem.ts'
import { queryClient } from '../query-client.ts'
import type { Asked } from './letters.ts'
import { meQuery } from './me.ts'

/** The session as better-auth returns it. */
export interface Session {
  session: { id: string; expiresAt: string }
  user: { id: string; name: string; email: string; operator: boolean }
}

/** The answer to a change says nothing of recurrences and of the bank. */
export type Account = Static<typeof AccountSchema> & { recurrencesNeedAttention?: boolean; testBank?: boolean }

const WAS_HERE = 'porteira-was-here'
const OPERATOR = 'operator'
/** A person was signed in at this device when the panel was open last. They may be still. */
export const wasHere = (): boolean => localStorage.getItem(WAS_HERE) !== null

async function readSession(): Promise<Session | null> {
  const session = await call<Session | null>('GET', '/api/auth/get-session')
  if (session === null) localStorage.removeItem(WAS_HERE)
  else localStorage.setItem(WAS_HERE, session.user.operator ? OPERATOR : '1')
  if (session === null && queryClient.getQueryData(sessionQuery.queryKey)) throw ended()
  return session
}

/** The screen stays as it is while the page is on its way to the sign-in. */
function ended(): Problem {
  reportSignedOut()
  return new Problem({ status: 401, code: 'UNAUTHORIZED', message: 'the session has ended', requestId: null })
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 5 * 60_000,
})

/** null: this person belongs to no account. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: readAccount,
  staleTime: 60_000,
})

/** An operator often belongs to no account: their rights show that, and no request is made in vain. */
async function readAccount(): Promise<Account | null> {
  if (localStorage.getItem(WAS_HERE) === OPERATOR) {
    const { accounts, supportView } = await queryClient.fetchQuery(meQuery)
    if (accounts.length === 0 && supportView === null) return null
  }
  return call<Account>('GET', '/api/account').catch(withoutAccount)
}

function withoutAccount(error: unknown): null {
  if (error instanceof Problem && error.status === 403) return null
  throw error
}

/** Only below the shell, which requires a session. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new Error('a screen for signed-in people was shown to somebody else')
  return data
}

export const useAccount = () => useQuery(accountQuery)

export interface SignInRequest {
  email: string
  password: string
}

export interface SignUpRequest extends SignInRequest {
  name: string
}

/** `twoFactorRedirect`: the password was right, and the second factor is still to come. */
export const signIn = (request: SignInRequest) =>
  call<{ twoFactorRedirect?: boolean }>('POST', '/api/auth/sign-in/email', { body: request })

/** The second step of a sign-in. */
export const proveAtSignIn = (method: 'code' | 'recoveryCode' | 'password', code: string) =>
  call<unknown>('POST', `/api/auth/two-factor/${method === 'code' ? 'verify-totp' : 'verify-backup-code'}`, {
    body: { code },
  })

/** This does not sign anyone in: a link goes to the mailbox. */
export const signUp = (request: SignUpRequest) => call<Asked>('POST', '/api/auth/sign-up/email', { body: request })

export const confirmAddress = (body: { token: string; password: string }) =>
  call<unknown>('POST', '/api/auth/confirm-address', { body })

export async function signOut(): Promise<void> {
  await call('POST', '/api/auth/sign-out', { body: {} })
  forget()
}

/** Nothing of a person stays behind for the next one at this device. */
export function forget(): void {
  chooseAccount(null)
  localStorage.removeItem(WAS_HERE)
  queryClient.clear()
}

/** After a sign-in: everything of the person before is forgotten. The chosen account stays, if it belongs to the new person too. */
export async function meetAgain(): Promise<Session | null> {
  const before = chosenAccount()
  forget()
  const session = await queryClient.fetchQuery(sessionQuery)
  if (before !== null && session !== null) {
    const { accounts } = await queryClient.fetchQuery(meQuery)
    const again = accounts.find(({ accountId }) => String(accountId) === before)
    chooseAccount(again?.accountId ?? null)
  }
  return session
}
