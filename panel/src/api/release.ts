// Which Porteira the gateway is. Does not change while the page is open: an update loads the page anew.
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

interface Release {
  version: string
  commit: string | null
}

export const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: () => call<Release>('GET', '/health/live'),
  staleTime: Number.POSITIVE_INFINITY,
})
