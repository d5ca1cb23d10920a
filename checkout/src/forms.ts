// Forms are sent once: a second press is ignored while the first one is under way. The gateway would answer it the same.
import { say } from './status.ts'

/** Then the browser has given up, or the buyer has stopped it. */
const UNDER_WAY_MS = 20_000

export function sendFormsOnce(main: HTMLElement): void {
  main.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.once === undefined) return
    if (isUnderWay(form) || navigator.onLine === false) event.preventDefault()
    else {
      mark(form, true)
      setTimeout(() => mark(form, false), UNDER_WAY_MS)
    }
    if (navigator.onLine === false) say(main.dataset.offline ?? '', true)
  })
  // Back from the page that followed, as it was left.
  addEventListener('pageshow', () => {
    for (const form of main.querySelectorAll('form')) mark(form, false)
  })
}

const isUnderWay = (form: HTMLFormElement) => form.getAttribute('aria-busy') === 'true'

function mark(form: HTMLFormElement, isSent: boolean): void {
  form.setAttribute('aria-busy', String(isSent))
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', String(isSent))
}

/** A form that somebody is filling in, or that is on its way, is not taken away for a small change. */
export const isInUse = (main: HTMLElement): boolean =>
  Array.from(main.querySelectorAll('form')).some(form => isUnderWay(form) || isChanged(form))

const isChanged = (form: HTMLFormElement): boolean =>
  Array.from(form.elements).some(field => {
    if (field instanceof HTMLInputElement)
      return field.value !== field.defaultValue || field.checked !== field.defaultChecked
    if (field instanceof HTMLSelectElement)
      return Array.from(field.options).some(({ selected, defaultSelected }) => selected !== defaultSelected)
    return false
  })
