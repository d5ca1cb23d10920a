// The screen that the page shows, and how it becomes another one without loading the page: the gateway renders the inside of main, and
// it is put in place where its version differs.
import { isInUse } from './forms.ts'
import { say } from './status.ts'

interface State {
  screen: string
  version: string
  title: string
  main: string
}

export interface Screen {
  /** False where nothing changes by itself any more, or nothing ever did. */
  isFollowed(): boolean
  /** Whether the next screen is a matter of a second or two. */
  isStarting(): boolean
  /** Whether the next screen may come without anything being said of it: of a card nobody reports every step. */
  isSilent(): boolean
  /** Reads what is true now. Calls that come while one is under way become one more. */
  refresh(): void
  /** When it was read last, by this machine's clock. */
  asked_ms(): number
}

/** What has been paid, and what cannot be bought any more. */
const LAST_SCREENS = ['PAID', 'CLOSED']
const TIMEOUT_MS = 10_000

/** Some browsers demand that HTML passes a policy by name before it is put into a page: the content security policy may ask for it. */
const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): { createHTML(text: string): string } } }
).trustedTypes?.createPolicy('checkout', { createHTML: (text: string) => text })

export function openScreen(main: HTMLElement, shown: () => void): Screen {
  let isAsking = false
  let isAskedAgain = false
  let asked_ms = Date.now()

  async function refresh(): Promise<void> {
    if (main.dataset.state === undefined) return
    isAskedAgain = isAsking
    if (isAsking) return
    isAsking = true
    asked_ms = Date.now()
    try {
      await read(main.dataset.state)
    } finally {
      isAsking = false
    }
    if (isAskedAgain) await refresh()
  }

  async function read(address: string): Promise<void> {
    try {
      const answer = await fetchState(address, main.dataset.version)
      say('')
      // Somebody else goes on with this cart, at another address: the page tells.
      if (answer.status === 404) location.replace(location.pathname + location.search)
      if (answer.ok) show(await answer.json())
    } catch {
      say(main.dataset.offline ?? '', true)
    }
  }

  function show({ screen, version, title, main: inside }: State): void {
    if (String(version) === main.dataset.version) return
    const isOther = screen !== main.dataset.screen
    if (!isOther && isInUse(main)) return
    const hadFocus = main.contains(document.activeElement)
    main.innerHTML = policy?.createHTML(inside) ?? inside
    main.dataset.screen = screen
    main.dataset.version = version
    document.title = title
    shown()
    if (isOther || hadFocus) focusHeading(main)
  }

  return {
    isFollowed: () => main.dataset.state !== undefined && !LAST_SCREENS.includes(main.dataset.screen ?? ''),
    isStarting: () => main.dataset.screen === 'STARTING',
    isSilent: () => main.dataset.screen === 'CARD',
    refresh: () => void refresh(),
    asked_ms: () => asked_ms,
  }
}

/** 304 where this version is true still. */
async function fetchState(address: string, version: string | undefined): Promise<Response> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), TIMEOUT_MS)
  try {
    return await fetch(address, {
      headers: { accept: 'application/json', 'if-none-match': `"${version}"` },
      cache: 'no-store',
      signal: giveUp.signal,
    })
  } finally {
    clearTimeout(timer)
  }
}

function focusHeading(main: HTMLElement): void {
  const heading = main.querySelector<HTMLElement>('h1, h2')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus()
}
