// What a person does at the test bank: as a buyer with play money, and as the holder of a test card.
import { useMutation } from '@tanstack/react-query'
import type { TestCard } from '#kernel/sandbox/outcomes.ts'
import { call } from '../call.ts'
import { queryClient } from '../query-client.ts'
import { salesKey } from './sales.ts'

export interface TestPayment {
  code: string
  /** What it begins with decides what becomes of a refund. */
  payerName?: string
  amount?: number
  evenIfEnded?: boolean
}

/** A recurrence was authorised, and nothing was paid. */
export interface PaidAtTestBank {
  uuid: string
  kind: 'sale' | 'recurrence'
}

/** Of the code of a sale or a recurrence of the account. The bank then reports it like any other payment. */
export const usePayAtTestBank = () =>
  useMutation({
    mutationFn: (body: TestPayment) => call<PaidAtTestBank>('POST', '/api/test-bank/payments', { body }),
    // A refusal may mean that it has just been paid.
    onSettled: () => queryClient.invalidateQueries({ queryKey: salesKey }),
  })

export interface TestCardRequest {
  number: TestCard
  funding: 'credit' | 'debit'
}

export const useTestCardToken = () =>
  useMutation({
    mutationFn: (body: TestCardRequest) => call<{ token: string }>('POST', '/api/test-bank/card-tokens', { body }),
  })
