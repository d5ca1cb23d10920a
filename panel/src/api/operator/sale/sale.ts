// One sale of any account, as the operator sees it.
import type { Static } from 'typebox'
import type { OperatorsSaleSchema } from '#sale/operator/wire.ts'
import { inPath, useOperatorItem } from '../operator.ts'

export type OperatorsSale = Static<typeof OperatorsSaleSchema>

export const useOperatorsSale = (uuid: string, refetchMs: number) =>
  useOperatorItem<OperatorsSale>(`/api/admin/sales/${inPath(uuid)}`, { refetchMs })
