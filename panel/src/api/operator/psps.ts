// The PSP accounts, and the callbacks of the PSPs.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  AccountChangeBody,
  AccountSchema,
  ChangedAccountSchema,
  KindSchema,
  NewAccount,
} from '#psp/accounts/wire.ts'
import type { CallbackSchema } from '#psp/inbox/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { type Action, inPath, operatorKey, useOperatorItem, useOperatorPage } from './operator.ts'

export type PspAccount = Static<typeof AccountSchema>
export type ChangedPsp = Static<typeof ChangedAccountSchema>
export type PspChange = AccountChangeBody
export type ReceivingAccount = NonNullable<PspAccount['receivingAccount']>
export type NewPsp = NewAccount
export type PspKind = Static<typeof KindSchema>
export type CredentialField = PspKind['credentials'][number]

const ACCOUNTS = '/api/admin/psp/accounts'
const KINDS = '/api/admin/psp/kinds'
/** There are a handful of them. */
const ALL = 100

export const usePspAccounts = (question: Query, refetchMs?: number) =>
  useOperatorPage<PspAccount>(ACCOUNTS, question, refetchMs)

const listed = (signal: AbortSignal) => call<Page<PspAccount>>('GET', ACCOUNTS, { query: { limit: ALL }, signal })

/** All of them, for choosing one. */
export const useEveryPsp = () =>
  useQuery({ queryKey: [...operatorKey, ACCOUNTS, 'all'], queryFn: ({ signal }) => listed(signal) })

/** null: there is none of this number. */
export const usePspAccount = (id: string) =>
  useQuery({
    queryKey: [...operatorKey, ACCOUNTS, 'all'],
    queryFn: ({ signal }) => listed(signal),
    select: ({ data }) => data.find(one => String(one.id) === id) ?? null,
  })

/** The kinds of PSP of this gateway; they change with its version only. */
export const usePspKinds = () =>
  useQuery({
    queryKey: [...operatorKey, KINDS],
    queryFn: ({ signal }) => call<{ data: PspKind[] }>('GET', KINDS, { signal }),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether the provider knows where to call back. */
export interface CallbackRegistration {
  told: boolean
  trouble: string | null
}

export const openPsp = (body: NewPsp, reason: string): Action => ({
  method: 'POST',
  path: ACCOUNTS,
  body: { ...body, reason },
})
export const changePsp = (id: number, change: PspChange, reason: string): Action => ({
  method: 'PATCH',
  path: `/api/admin/psp/accounts/${id}`,
  body: { ...change, reason },
})
export const rotateCallbackToken = (id: number): Action => ({
  method: 'POST',
  path: `/api/admin/psp/accounts/${id}/rotate-callback-token`,
})

type Kept = Static<typeof CallbackSchema>
export type Callback = Kept & { preview: string }
export type WholeCallback = Kept & { body: string }

export const useInbox = (question: Query, refetchMs?: number) =>
  useOperatorPage<Callback>('/api/admin/psp/inbox', question, refetchMs)
export const useOneCallback = (id: string) => useOperatorItem<WholeCallback>(`/api/admin/psp/inbox/${inPath(id)}`)
export const replayOne = (id: number): Action => ({ method: 'POST', path: `/api/admin/psp/inbox/${id}/replay` })
/** As far as the list shows them: without a PSP account, those of all but the test bank. */
export const replayAll = (status: 'dead' | 'given-up', pspAccountId: number | undefined): Action => ({
  method: 'POST',
  path: '/api/admin/psp/inbox/replay',
  body: { status, ...(pspAccountId !== undefined && { pspAccountId }) },
})
