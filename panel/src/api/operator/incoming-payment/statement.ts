// Transfers to a PSP account: the bank's data that buyers are shown, and the statements on which transfers are seen.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { TransferSettings } from '#psp/transfer/payee.ts'
import type { ImportedSchema, ListedMovementSchema } from '#sale/movement/wire.ts'
import { call, type Query } from '../../call.ts'
import { type Action, operatorKey, useOperatorItem, useOperatorPage } from '../operator.ts'

export type { TransferPayee, TransferSettings } from '#psp/transfer/payee.ts'

export type Movement = Static<typeof ListedMovementSchema>
export type StatementImported = Static<typeof ImportedSchema>

const pathOf = (psp: number | string) => `/api/admin/psp/accounts/${encodeURIComponent(psp)}` as const

export const useTransferSettings = (psp: number) => useOperatorItem<TransferSettings>(`${pathOf(psp)}/transfers`)

export const changeTransfers = (psp: number, settings: TransferSettings, reason: string): Action => ({
  method: 'PUT',
  path: `${pathOf(psp)}/transfers`,
  body: { ...settings, reason },
})

export const useMovements = (psp: string, question: Query) =>
  useOperatorPage<Movement>(`${pathOf(psp)}/movements`, question)

export const decideMovement = (psp: number, line: number, verb: 'book' | 'dismiss', reason: string): Action => ({
  method: 'POST',
  path: `${pathOf(psp)}/movements/${line}/${verb}`,
  body: { reason },
})

interface Upload {
  /** In base 64. */
  file: string
  name: string
}

/** The same file again changes nothing. */
export function useUploadStatement(psp: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Upload) => call<StatementImported>('POST', `${pathOf(psp)}/movements/ofx`, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: operatorKey }),
  })
}
