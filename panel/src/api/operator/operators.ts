// The operators, and their removal.
import type { Static } from 'typebox'
import type { OperatorSchema } from '#member/operator/wire.ts'
import { type Action, inPath, useOperatorPage } from './operator.ts'

export type Operator = Static<typeof OperatorSchema>

const OPERATORS = '/api/admin/operators'
export const useOperators = () => useOperatorPage<Operator>(OPERATORS)

/** The gateway's answer: done, or proposed. */
export interface RemovalAnswer {
  removed: boolean
  proposalId: number | null
}

export const removeOperator = (id: string, reason: string): Action => ({
  method: 'POST',
  path: `${OPERATORS}/${inPath(id)}/remove`,
  body: { reason },
})
