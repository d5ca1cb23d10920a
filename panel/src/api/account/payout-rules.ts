// Which payouts of the account wait for a person, and the keys that it means to pay.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { BeneficiaryBody, BeneficiarySchema } from '#payout-rule/beneficiary-wire.ts'
import type { ApprovalChange, ApprovalRule } from '#payout-rule/rule.ts'
import type { RuleSchema } from '#payout-rule/wire.ts'
import { call } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'

export type PayoutRules = Static<typeof RuleSchema>
export type Proposal = NonNullable<PayoutRules['proposal']>
export type { ApprovalChange, ApprovalRule }

const RULES = '/api/payout-rules'
const rulesKey = ['payout-rules'] as const

export const useRules = () =>
  useQuery({ queryKey: rulesKey, queryFn: ({ signal }) => call<PayoutRules>('GET', RULES, { signal }) })

/** A secret is shown where the person requested it, and not cached. */
function keep({ approvalSecret: _, ...rules }: PayoutRules): void {
  queryClient.setQueryData(rulesKey, rules)
}

export const useChangeRules = () =>
  useMutation({
    mutationFn: (change: ApprovalChange) => call<PayoutRules>('PATCH', RULES, { body: change }),
    onSuccess: keep,
  })

export const useRotateSecret = () =>
  useMutation({ mutationFn: () => call<PayoutRules>('POST', `${RULES}/rotate-secret`), onSuccess: keep })

/** To the very change that was read. */
export const useAgree = () =>
  useMutation({
    mutationFn: (change: ApprovalChange) => call<PayoutRules>('POST', `${RULES}/proposal/agree`, { body: { change } }),
    onSuccess: keep,
    onError: () => queryClient.invalidateQueries({ queryKey: rulesKey }),
  })

export const useRejectProposal = () =>
  useMutation({
    mutationFn: () => call<PayoutRules>('POST', `${RULES}/proposal/reject`),
    onSuccess: keep,
    onError: () => queryClient.invalidateQueries({ queryKey: rulesKey }),
  })

export type Beneficiary = Static<typeof BeneficiarySchema>
export type BeneficiaryRequest = Static<typeof BeneficiaryBody>

const BENEFICIARIES = '/api/beneficiaries'
const beneficiariesKey = ['beneficiaries'] as const
const onSuccess = () => queryClient.invalidateQueries({ queryKey: beneficiariesKey })

export const useBeneficiaries = (question: { cursor?: string; limit?: number }) =>
  useQuery({
    queryKey: [...beneficiariesKey, question],
    queryFn: ({ signal }) => call<Page<Beneficiary>>('GET', BENEFICIARIES, { query: question, signal }),
    placeholderData: keepPreviousData,
  })

export const useAddBeneficiary = () =>
  useMutation({
    mutationFn: (body: BeneficiaryRequest) => call<Beneficiary>('POST', BENEFICIARIES, { body }),
    onSuccess,
  })

export const useRemoveBeneficiary = () =>
  useMutation({ mutationFn: (id: string) => call<void>('DELETE', `${BENEFICIARIES}/${id}`), onSuccess })
