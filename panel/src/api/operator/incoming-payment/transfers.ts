// The sales that a transfer may be for, and its assignment to one of them.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { CandidateSchema } from '#sale/transfer/candidates.ts'
import { call } from '../../call.ts'
import { type Action, operatorKey } from '../operator.ts'
import type { IncomingPayment } from './list.ts'

export type Candidate = Static<typeof CandidateSchema>
type Key = Pick<IncomingPayment, 'accountId' | 'id'>

const pathOf = ({ accountId, id }: Key) => `/api/admin/receipts/${accountId}/${id}` as const

export const useCandidates = (key: Key) =>
  useQuery({
    queryKey: [...operatorKey, 'candidates', key.accountId, key.id],
    queryFn: ({ signal }) => call<{ data: Candidate[] }>('GET', `${pathOf(key)}/candidates`, { signal }),
    select: ({ data }) => data,
  })

/** Above the limit of its account another operator has to confirm it. */
export const assignTransfer = (key: Key, { saleUuid, takesTwo }: Candidate, reason: string): Action => ({
  method: 'POST',
  path: `${pathOf(key)}/${takesTwo ? 'propose-assign' : 'assign'}`,
  body: { saleUuid, reason },
})

export const undoAssignment = (key: Key, reason: string): Action => ({
  method: 'POST',
  path: `${pathOf(key)}/undo-assignment`,
  body: { reason },
})
