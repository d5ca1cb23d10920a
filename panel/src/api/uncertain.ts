// The uncertainty after a refused or lost request.
import { Problem } from './problem.ts'

/** It may have been done all the same. */
export const isLost = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_FLIGHT')

/** An earlier request of this form, whose answer was lost, did arrive; later changes of the form were not sent. */
export const isReused = (error: unknown): boolean => error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED'
