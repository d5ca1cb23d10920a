// Figures by day.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { MetricsSchema } from '#statement/metrics-wire.ts'
import { call } from '../call.ts'

export type Metrics = Static<typeof MetricsSchema>
export type MetricsDay = Metrics['days'][number]

export const metricsKey = ['metrics'] as const

const metricsQuery = (days: number) =>
  queryOptions({
    queryKey: [...metricsKey, days],
    queryFn: ({ signal }) => call<Metrics>('GET', '/api/metrics', { query: { days }, signal }),
  })

export const useMetrics = (days: number) => useQuery(metricsQuery(days))
