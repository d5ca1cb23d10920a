// The answer to the previous query stays on the screen while the next one loads, and no longer: if the next answer fails, the
// old one would appear under a filter or a period that it does not belong to.
import type { UseQueryResult } from '@tanstack/react-query'

type Kept = Pick<UseQueryResult, 'isPlaceholderData' | 'failureCount' | 'fetchStatus'>

export const isOutdated = ({ isPlaceholderData, failureCount, fetchStatus }: Kept): boolean =>
  isPlaceholderData && (failureCount > 0 || fetchStatus !== 'fetching')
