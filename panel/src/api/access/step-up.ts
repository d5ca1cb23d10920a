// The step-up: which second factors this person has, and the confirmation itself.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

export type StepUpMethod = 'code' | 'recoveryCode' | 'passkey' | 'password'

export const stepUpMethodsQuery = queryOptions({
  queryKey: ['second-factor', 'methods'],
  queryFn: () => call<{ methods: StepUpMethod[] }>('GET', '/api/auth/second-factor'),
  // One may have been added a moment ago, on another device.
  staleTime: 0,
  gcTime: 0,
})

export const stepUp = (method: StepUpMethod, credential: unknown) =>
  call<{ provenUntil: string }>('POST', '/api/auth/step-up', { body: { [method]: credential } })
