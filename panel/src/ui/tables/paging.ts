// The current page of a list is part of the address. The gateway's cursors only lead forward, so going back uses the browser's
// history: each page remembers how many were turned before it.
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    turned?: number
  }
}

export function usePaging() {
  const router = useRouter()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const turned = state.turned ?? 0
  const isFirst = !('cursor' in search) || search.cursor === undefined
  const show = (cursor: string | undefined, pagesTurned: number) =>
    void navigate({ to: '.', search: withCursor(cursor), state: { turned: pagesTurned } })
  return {
    isFirst,
    /** Otherwise one came here by a link, and the way back is the beginning. */
    canGoBack: turned > 0,
    older: (cursor: string) => show(cursor, turned + 1),
    newer: () => (turned > 0 ? router.history.back() : show(undefined, 0)),
  }
}

/** An address without a cursor is the first page. */
const withCursor =
  (cursor: string | undefined) =>
  <S extends { cursor?: string }>({ cursor: _, ...rest }: S) =>
    cursor === undefined ? rest : { ...rest, cursor }
