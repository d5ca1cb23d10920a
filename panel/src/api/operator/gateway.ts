// The gateway itself: alerts, the ledger's check, the audit log, and the recovery.
import type { Static } from 'typebox'
import type { AlertSchema } from '#admin/alert-wire.ts'
import type { OperatorsEntrySchema } from '#audit/wire.ts'
import type { LedgerSchema } from '#doctor/wire.ts'
import type { StatusSchema } from '#recovery/wire.ts'
import type { Query } from '../call.ts'
import { type Action, useOperatorItem, useOperatorPage } from './operator.ts'

export type Alert = Static<typeof AlertSchema>
export const useAlerts = (question: Query, refetchMs?: number) =>
  useOperatorPage<Alert>('/api/admin/alarms', question, refetchMs)
export const acknowledge = (id: string): Action => ({ method: 'POST', path: `/api/admin/alarms/${id}/acknowledge` })

export type Entry = Static<typeof OperatorsEntrySchema>
export const useAudit = (question: Query) => useOperatorPage<Entry>('/api/admin/audit', question)

export type Ledger = Static<typeof LedgerSchema>
export const useLedger = (refetchMs?: number) => useOperatorItem<Ledger>('/api/admin/ledger', { refetchMs })

export type Recovery = Static<typeof StatusSchema>
export const useRecovery = (refetchMs?: number) => useOperatorItem<Recovery>('/api/admin/recovery', { refetchMs })
/** `from`: since when the lists are read again; absent: the gateway chooses. */
export const enterRecovery = (reason: string, from: string | null): Action => ({
  method: 'POST',
  path: '/api/admin/recovery/enter',
  body: { reason, ...(from !== null && { from }) },
})
export const resume = (reason: string, force: boolean): Action => ({
  method: 'POST',
  path: '/api/admin/recovery/resume',
  body: { reason, ...(force && { force }) },
})
