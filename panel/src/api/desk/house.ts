// The house itself: alarms, the ledger's check, the audit log, the recovery, and the PSPs with what they tell.
import type { Static } from 'typebox'
import type { AlarmSchema } from '#admin/alarm-routes.ts'
import type { EntrySchema } from '#audit/routes.ts'
import type { LedgerSchema } from '#doctor/routes.ts'
import type { AccountSchema } from '#psp/account-wire.ts'
import type { CallbackSchema } from '#psp/inbox-routes.ts'
import type { StatusSchema } from '#recovery/wire.ts'
import type { Query } from '../call.ts'
import { type Deed, useDeskOne, useDeskPage } from './desk.ts'

export type Alarm = Static<typeof AlarmSchema>
export const useAlarms = (question: Query, refetchMs?: number) =>
  useDeskPage<Alarm>('/api/admin/alarms', question, refetchMs)
export const acknowledge = (id: string): Deed => ({ method: 'POST', path: `/api/admin/alarms/${id}/acknowledge` })

export type Entry = Static<typeof EntrySchema>
export const useAudit = (question: Query) => useDeskPage<Entry>('/api/admin/audit', question)

export type Ledger = Static<typeof LedgerSchema>
export const useLedger = (refetchMs?: number) => useDeskOne<Ledger>('/api/admin/ledger', refetchMs)

export type Recovery = Static<typeof StatusSchema>
export const useRecovery = (refetchMs?: number) => useDeskOne<Recovery>('/api/admin/recovery', refetchMs)
export const resume = (reason: string, force: boolean): Deed => ({
  method: 'POST',
  path: '/api/admin/recovery/resume',
  body: { reason, ...(force && { force }) },
})

export type PspAccount = Static<typeof AccountSchema>
export const usePspAccounts = (question: Query, refetchMs?: number) =>
  useDeskPage<PspAccount>('/api/admin/psp/accounts', question, refetchMs)
export const switchPsp = (id: number, change: { payInEnabled: boolean } | { payOutEnabled: boolean }): Deed => ({
  method: 'PATCH',
  path: `/api/admin/psp/accounts/${id}`,
  body: change,
})
export const rotateCallbackToken = (id: number): Deed => ({
  method: 'POST',
  path: `/api/admin/psp/accounts/${id}/rotate-callback-token`,
})

export type Callback = Static<typeof CallbackSchema> & { preview: string }
export const useInbox = (question: Query, refetchMs?: number) =>
  useDeskPage<Callback>('/api/admin/psp/inbox', question, refetchMs)
export const replayOne = (id: number): Deed => ({ method: 'POST', path: `/api/admin/psp/inbox/${id}/replay` })
export const replayAll = (status: 'dead' | 'given-up'): Deed => ({
  method: 'POST',
  path: '/api/admin/psp/inbox/replay',
  body: { status },
})
