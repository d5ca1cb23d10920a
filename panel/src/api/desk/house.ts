// The house itself: alarms, the ledger's check, the audit log, and the recovery.
import type { Static } from 'typebox'
import type { AlarmSchema } from '#admin/alarm-routes.ts'
import type { OperatorsEntrySchema } from '#audit/routes.ts'
import type { LedgerSchema } from '#doctor/routes.ts'
import type { StatusSchema } from '#recovery/wire.ts'
import type { Query } from '../call.ts'
import { type Deed, useDeskOne, useDeskPage } from './desk.ts'

export type Alarm = Static<typeof AlarmSchema>
export const useAlarms = (question: Query, refetchMs?: number) =>
  useDeskPage<Alarm>('/api/admin/alarms', question, refetchMs)
export const acknowledge = (id: string): Deed => ({ method: 'POST', path: `/api/admin/alarms/${id}/acknowledge` })

export type Entry = Static<typeof OperatorsEntrySchema>
export const useAudit = (question: Query) => useDeskPage<Entry>('/api/admin/audit', question)

export type Ledger = Static<typeof LedgerSchema>
export const useLedger = (refetchMs?: number) => useDeskOne<Ledger>('/api/admin/ledger', { refetchMs })

export type Recovery = Static<typeof StatusSchema>
export const useRecovery = (refetchMs?: number) => useDeskOne<Recovery>('/api/admin/recovery', { refetchMs })
/** `from`: since when the lists are read again; absent: the house chooses. */
export const enterRecovery = (reason: string, from: string | null): Deed => ({
  method: 'POST',
  path: '/api/admin/recovery/enter',
  body: { reason, ...(from !== null && { from }) },
})
export const resume = (reason: string, force: boolean): Deed => ({
  method: 'POST',
  path: '/api/admin/recovery/resume',
  body: { reason, ...(force && { force }) },
})
