// The query cache: answers are fresh for a moment, reloaded when the person comes back, and refusals are not retried. An action
// is sent now or not at all: none waits for the network and is carried out later unseen.
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
