// Filters are part of the address. A change of one begins the list anew and adds no entry to the browser's history: going back
// means leaving the list, not removing letters from a search.
import { useNavigate } from '@tanstack/react-router'

export function useFilters() {
  const navigate = useNavigate()
  return {
    /** An empty text takes a filter off. */
    set(change: Record<string, string>): void {
      void navigate({ to: '.', search: before => withChange(before, change) as never, replace: true })
    },
    /** The page size is no filter. */
    clear: () => void navigate({ to: '.', search: before => sizeOf(before) as never, replace: true }),
  }
}

const sizeOf = ({ limit }: Record<string, unknown>) => (limit === undefined ? {} : { limit })

function withChange(before: Record<string, unknown>, change: Record<string, string>): Record<string, unknown> {
  const { cursor: _, ...rest } = { ...before, ...change }
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined))
}
