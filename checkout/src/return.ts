// The way back to the shop that its server asked for when it made the session: followed by itself, as a link that anybody can press
// before.

const AFTER_MS = 3_000

let isWaiting = false

export function returnSoon(main: HTMLElement): void {
  const link = main.querySelector<HTMLAnchorElement>('a[data-return]')
  if (link === null || isWaiting) return
  isWaiting = true
  setTimeout(() => location.assign(link.href), AFTER_MS)
}
