// Leaving the whole page for a deed: the session ends, or another account is worked in. Whatever is unsaved is asked about first,
// since the browser asks only when the deed is done.
type Ask = () => Promise<boolean>

const asks = new Set<Ask>()
let isAgreed = false

/** Answers how to stop asking. */
export function askBeforeLeaving(ask: Ask): () => void {
  asks.add(ask)
  return () => void asks.delete(ask)
}

/** It was asked and agreed to: the browser need not ask again. */
export const isLeaving = (): boolean => isAgreed

/** Does `go`, unless somebody would rather stay. It ends by loading another page. */
export async function leavePage(go: () => unknown): Promise<void> {
  for (const ask of asks) if (!(await ask())) return
  isAgreed = true
  try {
    await go()
  } catch (error) {
    isAgreed = false
    throw error
  }
}
