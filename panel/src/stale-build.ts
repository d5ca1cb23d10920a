// A page that was opened before a new version of the panel requests files that are gone. It is reloaded, once: a file that is
// missing in the new version too is an error. Without a network there is no new version either, and the page stays.
import { reach } from './api/reach.ts'
import { isAnythingUnsaved } from './ui/forms/leaving.ts'

const KEPT = 'porteira-reloaded-at'
const ONCE_IN_MS = 60_000
const OWN_FILE = new URL(import.meta.url).pathname
const MISSING = 'a part of the panel could not be loaded'

/** The browser does not look for it again in the life of this page. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && error.message === MISSING

window.addEventListener('vite:preloadError', event => {
  // By default the router would reload the page at once, whatever the reason.
  event.payload.message = MISSING
  void reloadIfNew()
})

async function reloadIfNew(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEPT) ?? 0)
  if (Date.now() - last < ONCE_IN_MS) return
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  if (page === null) return reach.unanswered()
  if (!page.ok || (await page.text()).includes(OWN_FILE) || isAnythingUnsaved()) return
  sessionStorage.setItem(KEPT, String(Date.now()))
  location.reload()
}
