// A page that was opened before the gateway got a new panel asks for parts that are gone. It is loaded again, once: a part that
// is missing in the new one too is an error. Where there is no network there is no new panel either, and the page stays.
import { reach } from './api/reach.ts'

const KEPT = 'porteira-reloaded-at'
const ONCE_IN_MS = 60_000
const OWN_FILE = new URL(import.meta.url).pathname
const MISSING = 'a part of the panel could not be loaded'

/** The browser does not look for it again in the life of this page. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && error.message === MISSING

window.addEventListener('vite:preloadError', event => {
  // By its own words the router would load the page again at once, whatever the reason.
  event.payload.message = MISSING
  void reloadIfNew()
})

async function reloadIfNew(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEPT) ?? 0)
  if (Date.now() - last < ONCE_IN_MS) return
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  if (page === null) return reach.unanswered()
  if (!page.ok || (await page.text()).includes(OWN_FILE)) return
  sessionStorage.setItem(KEPT, String(Date.now()))
  location.reload()
}
