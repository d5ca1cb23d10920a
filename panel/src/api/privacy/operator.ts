// The same for the operator, over accounts.
import { useQuery } from '@tanstack/react-query'
import type { DataMapForm } from '#privacy/wire.ts'
import { call, fetchFile } from '../call.ts'
import type { Erasure, Preview, PrivacyRoutes } from './account.ts'

/** Null: a file of all accounts; nothing is erased in all of them at once. */
export const ofOperator = (accountId: number | null): PrivacyRoutes => ({
  exportData: customer =>
    fetchFile('/api/admin/privacy/export', { body: { ...customer, ...(accountId !== null && { accountId }) } }, 'POST'),
  preview: customer => call<Preview>('POST', '/api/admin/privacy/preview', { body: { ...customer, accountId } }),
  erase: (customer, confirmation) =>
    call<Erasure>('POST', '/api/admin/privacy/erase', { body: { ...customer, accountId, confirmation } }),
})

export type DataRecord = DataMapForm['customers'][number]

export const useDataMap = () =>
  useQuery({
    queryKey: ['privacy', 'records'],
    queryFn: ({ signal }) => call<DataMapForm>('GET', '/api/admin/privacy/records', { signal }),
  })
