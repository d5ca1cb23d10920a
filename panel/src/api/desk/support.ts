// Views for support of all operators, as the desk lists and ends them.
import type { Query } from '../call.ts'
import type { SupportView } from '../support.ts'
import { type Deed, inPath, useDeskPage } from './desk.ts'

export const useSupportViews = (question: Query, refetchMs?: number) =>
  useDeskPage<SupportView>('/api/admin/support-views', question, refetchMs)

export const endView = (id: string): Deed => ({ method: 'POST', path: `/api/admin/support-views/${inPath(id)}/end` })
