// The text of a refusal, in the person's language. The gateway's own message is for programmers, and in English.
import { useCallback } from 'react'
import { Problem } from '../../api/problem.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

const KNOWN = {
  NETWORK: 'problems.network',
  RATE_LIMITED: 'problems.RATE_LIMITED',
  UNAUTHORIZED: 'problems.UNAUTHORIZED',
  FORBIDDEN: 'problems.FORBIDDEN',
  INVALID_DATA: 'problems.INVALID_DATA',
  NOT_FOUND: 'problems.NOT_FOUND',
  CONFLICT: 'problems.CONFLICT',
  IDEMPOTENCY_KEY_REUSED: 'problems.IDEMPOTENCY_KEY_REUSED',
  IDEMPOTENCY_IN_FLIGHT: 'problems.IDEMPOTENCY_IN_FLIGHT',
  API_WITHDRAWAL_DISABLED_GLOBALLY: 'problems.API_WITHDRAWAL_DISABLED_GLOBALLY',
  TRANSFER_NOT_ALLOWED: 'problems.TRANSFER_NOT_ALLOWED',
  MINIMUM_VALUE: 'problems.MINIMUM_VALUE',
  MAXIMUM_VALUE: 'problems.MAXIMUM_VALUE',
  INSUFFICIENT_BALANCE: 'problems.INSUFFICIENT_BALANCE',
  GENERAL_ERROR: 'problems.GENERAL_ERROR',
  PSP_UNAVAILABLE: 'problems.PSP_UNAVAILABLE',
  OVERLOADED: 'problems.OVERLOADED',
  UNAVAILABLE: 'problems.UNAVAILABLE',
  INVALID_IP: 'problems.INVALID_IP',
  TOO_MANY_IPS: 'problems.TOO_MANY_IPS',
  IP_NOT_ALLOWED: 'problems.IP_NOT_ALLOWED',
  SECOND_FACTOR_REQUIRED: 'problems.SECOND_FACTOR_REQUIRED',
  SECOND_FACTOR_MISSING: 'problems.SECOND_FACTOR_MISSING',
  APPROVER_TOO_NEW: 'problems.APPROVER_TOO_NEW',
  RULE_LOCKS_OUT: 'problems.RULE_LOCKS_OUT',
} as const

const keyOf = (code: string) => (code in KNOWN ? KNOWN[code as keyof typeof KNOWN] : 'problems.unknown')

export function useProblemText(): (error: unknown) => string {
  const t = useWords(commonWords)
  return useCallback(error => t(error instanceof Problem ? keyOf(error.code) : 'problems.unknown'), [t])
}
