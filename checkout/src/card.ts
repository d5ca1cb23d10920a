// A card is typed in a frame of the provider's, once it is chosen: this script puts the frame there, asks it for a token when the form is sent,
// and sends the form with that. It never sees a number. The server writes, around a choice of a card:
//
//   <div data-card="..." data-card-origin="...">    the frame's address and its origin: messages of no other are believed, nor sent to any other
//        data-card-title, data-card-silent, data-card-unfinished   what is said; there are no words here
//   <p data-card-missing>                           what is said without this script
//   <p data-card-where hidden>                      what is said with it
//
// Messages carry a nonce of this load of the page, which the frame gets behind the # of its address: {type, nonce}, of the types card.tokenize
// to the frame, and card.token {token, lastFour, brand}, card.invalid, card.submit and card.resize {height} from it.
import { say } from './status.ts'

const TIMEOUT_MS = 20_000
const MIN_HEIGHT = 120
const MAX_HEIGHT = 1_200
const TOKEN = /^[\w.:-]{8,512}$/

/** What a token is sent as, beside what else the frame may say of the card. */
const FIELDS = { token: 'cartao_token', lastFour: 'cartao_final', brand: 'cartao_bandeira' } as const

interface Tokenizing {
  place: HTMLElement
  form: HTMLFormElement
  timer: ReturnType<typeof setTimeout>
}

const frames = new Map<HTMLElement, { frame: HTMLIFrameElement; nonce: string }>()
let tokenizing: Tokenizing | null = null

/** The frame of the card that is chosen, if one is. */
export function showCard(main: HTMLElement): void {
  const place = chosenPlace(main)
  if (place === null || frames.has(place)) return
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  const frame = document.createElement('iframe')
  frame.className = 'card'
  frame.title = place.dataset.cardTitle ?? ''
  frame.referrerPolicy = 'no-referrer'
  frame.src = `${place.dataset.card}#${nonce}`
  frames.set(place, { frame, nonce })
  place.querySelector('[data-card-missing]')?.replaceWith(frame)
  const where = place.querySelector<HTMLElement>('[data-card-where]')
  if (where !== null) where.hidden = false
}

const chosenPlace = (within: HTMLElement): HTMLElement | null =>
  within.querySelector<HTMLInputElement>('[name=metodo]:checked')?.closest('.method')?.querySelector('[data-card]') ??
  null

export function payByCard(main: HTMLElement): void {
  main.addEventListener('change', () => showCard(main))
  // Before the form counts as sent: it is, once there is a token.
  main.addEventListener('submit', tokenize, { capture: true })
  addEventListener('message', hear)
  // Back from the page that followed: a token is used once.
  addEventListener('pageshow', () => {
    for (const field of main.querySelectorAll<HTMLInputElement>('[name^=cartao_]')) field.remove()
    end()
  })
}

function tokenize(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  const place = chosenPlace(form)
  const shown = place === null ? undefined : frames.get(place)
  if (place === null || shown === undefined || form.elements.namedItem(FIELDS.token) !== null) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (tokenizing !== null) return
  const giveUp = () => {
    end()
    say(place.dataset.cardSilent ?? '', true)
  }
  tokenizing = { place, form, timer: setTimeout(giveUp, TIMEOUT_MS) }
  mark(form, true)
  say('')
  shown.frame.contentWindow?.postMessage({ type: 'card.tokenize', nonce: shown.nonce }, place.dataset.cardOrigin ?? '')
}

function hear({ source, origin, data }: MessageEvent): void {
  for (const [place, { frame, nonce }] of frames) {
    if (source === null || source !== frame.contentWindow || origin !== place.dataset.cardOrigin) continue
    if (typeof data === 'object' && data !== null && data.nonce === nonce) take(place, frame, data)
  }
}

function take(place: HTMLElement, frame: HTMLIFrameElement, data: Record<string, unknown>): void {
  if (data.type === 'card.resize' && typeof data.height === 'number')
    frame.style.height = `${Math.min(Math.max(data.height, MIN_HEIGHT), MAX_HEIGHT)}px`
  if (data.type === 'card.submit') buttonOf(place.closest('form'))?.click()
  if (tokenizing?.place !== place) return
  if (data.type === 'card.invalid') {
    end()
    say(place.dataset.cardUnfinished ?? '')
    frame.focus()
  }
  if (data.type === 'card.token' && typeof data.token === 'string' && TOKEN.test(data.token))
    send(tokenizing.form, data)
}

function send(form: HTMLFormElement, data: Record<string, unknown>): void {
  end()
  for (const [key, name] of Object.entries(FIELDS)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = String(data[key] ?? '')
    form.append(field)
  }
  buttonOf(form)?.click()
}

function end(): void {
  if (tokenizing === null) return
  clearTimeout(tokenizing.timer)
  mark(tokenizing.form, false)
  tokenizing = null
}

const buttonOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLButtonElement>('[type=submit]')

function mark(form: HTMLFormElement, isBusy: boolean): void {
  form.setAttribute('aria-busy', String(isBusy))
  buttonOf(form)?.setAttribute('aria-disabled', String(isBusy))
}
