// The support views of all operators, as the operator's pages list and end them.

import type { SupportView } from '../account/support.ts'
import type { Query } from '../call.ts'
import { type Action, inPath, useOperatorPage } from './operator.ts'

export const useSupportViews = (question: Query, refetchMs?: number) =>
  useOperatorPage<SupportView>('/api/admin/support-views', question, refetchMs)

export const endView = (id: string): Action => ({ method: 'POST', path: `/api/admin/support-views/${inPath(id)}/end` })
