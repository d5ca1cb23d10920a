// The text of a refusal, in the person's language. The gateway's own message is for programmers, and in English.
import { useCallback } from 'react'
import { Problem } from '../../api/problem.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

const KNOWN = [
  'NETWORK',
  'RATE_LIMITED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INVALID_DATA',
  'NOT_FOUND',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_FLIGHT',
  'API_WITHDRAWAL_DISABLED_GLOBALLY',
  'TRANSFER_NOT_ALLOWED',
  'MINIMUM_VALUE',
  'MAXIMUM_VALUE',
  'INSUFFICIENT_BALANCE',
  'GENERAL_ERROR',
  'PSP_UNAVAILABLE',
  'OVERLOADED',
  'UNAVAILABLE',
  'INVALID_IP',
  'TOO_MANY_IPS',
  'IP_NOT_ALLOWED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_MISSING',
  'APPROVER_TOO_NEW',
  'RULE_LOCKS_OUT',
] as const

const known = (error: unknown) => KNOWN.find(code => error instanceof Problem && code === error.code) ?? 'unknown'

export function useProblemText(): (error: unknown) => string {
  const t = useWords(commonWords)
  return useCallback(error => t(`problems.${known(error)}`), [t])
}
