// A page that was opened before the gateway got a new panel asks for parts that are gone. It is loaded again, once: a part that
// is missing in the new one too is an error.
const KEPT = 'porteira-reloaded-at'
const ONCE_IN_MS = 60_000

window.addEventListener('vite:preloadError', event => {
  const last = Number(sessionStorage.getItem(KEPT) ?? 0)
  if (Date.now() - last < ONCE_IN_MS) return
  sessionStorage.setItem(KEPT, String(Date.now()))
  event.preventDefault()
  location.reload()
})
