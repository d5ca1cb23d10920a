// Results while a person types, under the field of the bar: the list of the page of results, fetched from there. "/" and Ctrl+K lead to the
// field, the arrows through the list, Escape away.
const WAIT_MS = 150

export function offerSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[role=search]')
  const field = form?.querySelector<HTMLInputElement>('input[type=search]')
  if (!form || !field) return
  const box = document.createElement('div')
  box.className = 'found'
  box.hidden = true
  form.append(box)
  const show = showerIn(form, field, box)
  let waiting = 0
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = window.setTimeout(show, WAIT_MS)
  })
  form.addEventListener('keydown', event => moveBy(event, field, box))
  form.addEventListener('focusout', event => {
    if (!form.contains(event.relatedTarget as Node | null)) box.hidden = true
  })
  document.addEventListener('keydown', event => {
    const isShortcut =
      (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping(event))
    if (!isShortcut) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The answer to an earlier word may come later than that to a later one. */
function showerIn(form: HTMLFormElement, field: HTMLInputElement, box: HTMLElement): () => Promise<void> {
  let latest = 0
  return async () => {
    latest += 1
    const mine = latest
    const query = field.value.trim()
    const found = query === '' ? [] : await resultsOf(`${form.action}?${new URLSearchParams({ q: query })}`)
    if (mine !== latest) return
    box.replaceChildren(...found)
    box.hidden = found.length === 0
  }
}

async function resultsOf(address: string): Promise<Element[]> {
  const answer = await fetch(address).catch(() => null)
  if (answer?.ok !== true) return []
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return [...page.querySelectorAll('main [role=status], main .results')].map(one => document.importNode(one, true))
}

function moveBy(event: KeyboardEvent, field: HTMLInputElement, box: HTMLElement): void {
  if (event.key === 'Escape') {
    box.hidden = true
    field.focus()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || box.hidden) return
  event.preventDefault()
  const stops: HTMLElement[] = [field, ...box.querySelectorAll<HTMLElement>('a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
}
