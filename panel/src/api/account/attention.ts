// What needs the attention of an account's members: notices, disputes, open approvals.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { WaitedSchema } from '#cashout/approval/wire.ts'
import type { DisputeSchema } from '#dispute/wire.ts'
import type { NoticeSchema } from '#notification/notices/wire.ts'
import { call } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'

export type Notice = Static<typeof NoticeSchema>
export type Dispute = Static<typeof DisputeSchema>
export type Waiting = Static<typeof WaitedSchema>

export const noticesKey = ['notices'] as const
export const disputesKey = ['disputes'] as const
export const approvalsKey = ['approvals'] as const

/** As many as the gateway returns at once: further ones would not be shown at all. */
const MAX = 100

export const useUnseenNotices = () =>
  useQuery({
    queryKey: [...noticesKey, 'unseen'],
    queryFn: ({ signal }) => call<Page<Notice>>('GET', '/api/notices', { query: { unseen: true, limit: MAX }, signal }),
  })

export const useOpenDisputes = () =>
  useQuery({
    queryKey: [...disputesKey, 'open'],
    queryFn: ({ signal }) =>
      call<Page<Dispute>>('GET', '/api/account/disputes', { query: { status: 'OPEN', limit: MAX }, signal }),
  })

export const useApprovals = () =>
  useQuery({
    queryKey: [...approvalsKey, 'waiting'],
    queryFn: ({ signal }) => call<Page<Waiting>>('GET', '/api/approvals', { query: { limit: MAX }, signal }),
  })

export const useSeeNotice = () =>
  useMutation({
    mutationFn: (id: number) => call<Notice>('POST', `/api/notices/${id}/seen`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  })
