// What was read for the question before stays on the screen for the moment that the next answer takes, and no longer: where that
// answer does not come, it would be told under a filter or a period that it is not about.
import type { UseQueryResult } from '@tanstack/react-query'

type Kept = Pick<UseQueryResult, 'isPlaceholderData' | 'failureCount' | 'fetchStatus'>

export const isOutdated = ({ isPlaceholderData, failureCount, fetchStatus }: Kept): boolean =>
  isPlaceholderData && (failureCount > 0 || fetchStatus !== 'fetching')
