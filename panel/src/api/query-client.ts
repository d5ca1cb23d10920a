// How answers are kept: fresh for a moment, asked for again when the person comes back, and never repeated when refused. What
// a person asks to be done is sent now or not at all: nothing waits for the network to be done behind their back later.
import { QueryClient } from '@tanstack/react-query'
import { Problem } from './problem.ts'

const FRESH_MS = 10_000
const MAX_TRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: (tries, error) => tries < MAX_TRIES && mayPass(error) },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const mayPass = (error: Error): boolean => error instanceof Problem && (error.status === 0 || error.status === 503)
