// Light or dark: as the panel of the same gateway has been set in this browser, else as the system is.
const KEPT = 'mantine-color-scheme-value'

type Scheme = 'light' | 'dark'

const kept = (): string | null => {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

export function currentScheme(): Scheme {
  const chosen = kept()
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Called before the page is shown. */
export function applyScheme(): void {
  const chosen = kept()
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.scheme = chosen
}

export function offerScheme(changed: (scheme: Scheme) => void = () => {}): void {
  const button = document.querySelector<HTMLButtonElement>('.scheme')
  if (button === null) return
  button.hidden = false
  button.addEventListener('click', () => {
    const next = currentScheme() === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem(KEPT, next)
    } catch {
      // A browser that keeps nothing shows it for this page.
    }
    document.documentElement.dataset.scheme = next
    changed(next)
  })
}
