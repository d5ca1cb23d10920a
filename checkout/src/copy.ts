// Buttons that copy a text: the PIX code, exactly as it is.
import { say } from './status.ts'

const SHOWN_MS = 3_000

export function showCopyButtons(main: HTMLElement): void {
  for (const button of main.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
}

export function copyOnPress(main: HTMLElement): void {
  main.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
    if (button !== null) void press(button)
  })
}

async function press(button: HTMLElement): Promise<void> {
  const { copy = '', copied } = button.dataset
  if (!(await isCopied(copy)) || copied === undefined) return
  const label = button.dataset.label ?? button.textContent ?? ''
  button.dataset.label = label
  button.textContent = copied
  say(copied)
  setTimeout(() => {
    button.textContent = label
    say('')
  }, SHOWN_MS)
}

/** Browsers give the clipboard to safe origins alone, and some only at once; on a gateway without TLS the old way is left. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedBySelection(text)
  }
}

function copiedBySelection(text: string): boolean {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'only-heard'
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isDone
}
