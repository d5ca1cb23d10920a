// Leaving the whole page for an action: the session ends, or another account is chosen. The person is asked about unsaved
// changes first, since the browser asks only when the action is done. A form that is replaced by another is left in the same way.
type Request = () => Promise<boolean>

const requests = new Set<Request>()
let isAgreed = false

/** Answers how to stop asking. */
export function confirmBeforeLeaving(request: Request): () => void {
  requests.add(request)
  return () => void requests.delete(request)
}

/** A reload that nobody has asked for would lose it. */
export const isAnythingUnsaved = (): boolean => requests.size > 0

/** The person has agreed: the browser need not ask again. */
export const isLeaving = (): boolean => isAgreed

/** Does `go`, unless a person would rather stay. It ends by loading another page. */
export async function leavePage(go: () => unknown): Promise<void> {
  if (!(await mayLeave())) return
  isAgreed = true
  try {
    await go()
  } catch (error) {
    isAgreed = false
    throw error
  }
}

/** Puts another form in the place of this one, unless a person would rather stay. */
export async function leaveForm(go: () => void): Promise<void> {
  if (await mayLeave()) go()
}

async function mayLeave(): Promise<boolean> {
  for (const request of requests) if (!(await request())) return false
  return true
}
