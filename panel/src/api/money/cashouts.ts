// The queries of cashouts. A cashout that is under way is polled until it has ended: now and then where the account's stream
// reports changes, every few seconds where it does not.
import { type Query as Kept, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { OneCashoutSchema, waitedForm } from '#cashout/approval/wire.ts'
import type { FormerRecipientSchema, RecipientSchema } from '#cashout/recipient/wire.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import { meQuery } from '../access/me.ts'
import { approvalsKey } from '../account/attention.ts'
import { balanceKey } from '../account/balance.ts'
import { call, type Query } from '../call.ts'
import { useIsLive } from '../live/live-state.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { useSteadyRequest } from '../steady-request.ts'

/** The recipient, where the bank has reported one. Lists leave it out. */
type Recipient = Static<typeof RecipientSchema>
export type Cashout = ReturnType<typeof waitedForm> & { recipient?: Recipient }
/** With how far it has come, which lists leave out too. */
export type OneCashout = Cashout & Pick<Static<typeof OneCashoutSchema>, 'progress'>
export type CashoutStatus = Cashout['status']
/** The operator's limits are not shown to the account: the value is OPERATOR. */
export type ApprovalReason = Exclude<Cashout['waitsFor'][number], `${string}OUTFLOW_${string}`>
export type Approval = NonNullable<Cashout['approval']>

export interface CashoutQuestion extends Query {
  status?: string
  from?: string
  to?: string
  externalReference?: string
  cursor?: string
}

export const cashoutsKey = ['cashouts'] as const

const SOON_MS = 2_000
const LATER_MS = 15_000

/**
 * A cashout without an open approval moves by itself, and soon; people take their time. The stream does not report each of
 * their votes.
 */
function nextLookMs(cashouts: Cashout[], isLive: boolean): number | false {
  const open = cashouts.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING')
  if (open.length === 0) return false
  return open.some(({ waitsFor }) => waitsFor.length === 0) && !isLive ? SOON_MS : LATER_MS
}

export function useCashouts(question: CashoutQuestion) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: [...cashoutsKey, 'list', question],
    queryFn: ({ signal }) => call<Page<Cashout>>('GET', '/api/withdrawals', { query: question, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }: Kept<Page<Cashout>>) => nextLookMs(data?.data ?? [], isLive),
  })
}

/** The cashouts that wait for approval. */
export const useApprovals = (question: { cursor?: string }) =>
  useQuery({
    queryKey: [...cashoutsKey, 'approvals', question],
    queryFn: ({ signal }) => call<Page<Cashout>>('GET', '/api/approvals', { query: question, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LATER_MS,
  })

const pathOf = (id: string) => `/api/withdrawals/${encodeURIComponent(id)}`

export function useCashout(id: string) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: [...cashoutsKey, 'one', id],
    queryFn: ({ signal }) => call<OneCashout>('GET', pathOf(id), { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : nextLookMs([data], isLive)),
  })
}

const changed = () =>
  Promise.all([cashoutsKey, balanceKey, approvalsKey].map(queryKey => queryClient.invalidateQueries({ queryKey })))

export interface CashoutRequest {
  /** Reais: the gateway reads the shortest text of the number. */
  amount: number
  /** Reais: the exact amount for the recipient. `amount` is then the gross amount that the person has confirmed. */
  netAmount?: number
  pixKey: string
  pixKeyType: PixKeyType
  description?: string
  externalReference?: string
}

export function useRequestCashout() {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: CashoutRequest, sending) =>
    call<Cashout>('POST', '/api/withdrawals', { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSuccess: changed }), isSlow, repeat }
}

/** The recipient of the last payment to this key; null: unknown before it is paid. */
export const useFormerRecipient = (key: { key: string; type: PixKeyType } | null) =>
  useQuery({
    queryKey: ['recipients', key],
    queryFn: ({ signal }) =>
      call<Static<typeof FormerRecipientSchema>>('GET', '/api/recipients', {
        query: { pixKey: key?.key, pixKeyType: key?.type },
        signal,
      }),
    enabled: key !== null,
  })

export type Action = 'approve' | 'reject' | 'cancel'

export function useCashoutAction(id: string, action: Action) {
  const { mutationFn, isSlow, repeat } = useSteadyRequest(
    (body: { reason?: string }, sending) =>
      call<Cashout>('POST', `${pathOf(id)}/${action}`, { ...(action !== 'cancel' && { body }), ...sending }),
    'request',
  )
  // A refusal may mean that another person was quicker, or that this one may not any more.
  const onError = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  return { ...useMutation({ mutationFn, onError, onSettled: changed }), isSlow, repeat }
}

export const reasonsOf = ({ waitsFor }: Cashout): ApprovalReason[] =>
  waitsFor.filter((reason): reason is ApprovalReason => !reason.includes('OUTFLOW_'))
