// Leaving the whole page for a deed: the session ends, or another account is worked in. Whatever is unsaved is asked about first,
// since the browser asks only when the deed is done.
type Request = () => Promise<boolean>

const asks = new Set<Request>()
let isAgreed = false

/** Answers how to stop asking. */
export function askBeforeLeaving(request: Request): () => void {
  asks.add(request)
  return () => void asks.delete(request)
}

/** It was asked and agreed to: the browser need not ask again. */
export const isLeaving = (): boolean => isAgreed

/** Does `go`, unless somebody would rather stay. It ends by loading another page. */
export async function leavePage(go: () => unknown): Promise<void> {
  for (const request of asks) if (!(await request())) return
  isAgreed = true
  try {
    await go()
  } catch (error) {
    isAgreed = false
    throw error
  }
}
