// The frame of a card. The page around it asks for a token with {type: 'card.tokenize', nonce}; the answer, {type: 'card.token'} or
// {type: 'card.invalid'}, repeats the nonce and goes to that page's origin alone. A page that has put its nonce behind the # of the address is
// heard with that nonce only, and finds it in all messages.

const form = document.getElementById('cartao')
const complaint = document.getElementById('problema')
const origin = form.dataset.origem
const isFramed = window.parent !== window && origin !== ''

const words = JSON.parse(form.dataset.palavras)
const named = location.hash.slice(1)

const tell = message =>
  isFramed && window.parent.postMessage({ ...(named !== '' && { nonce: named }), ...message }, origin)

const FIELDS = { number: 'number', expiration_month: 'expirationMonth', expiration_year: 'expirationYear', cvv: 'cvv' }

function complain(property) {
  complaint.textContent = words[property] ?? words.other
  complaint.hidden = false
  form.elements.namedItem(FIELDS[property])?.focus()
}

/** null: what is wrong stands in the frame. */
async function tokenize() {
  complaint.hidden = true
  try {
    return await requestToken()
  } catch {
    complain()
    return null
  }
}

async function requestToken() {
  const card = Object.fromEntries(new FormData(form))
  const year = card.expirationYear.trim()
  const typed = { ...card, expirationYear: year.length === 2 ? `20${year}` : year }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/cartao/token', { method: 'POST', headers, body: JSON.stringify(typed) })
  const body = await answer.json()
  if (answer.ok) return body
  complain(body.error_description?.property)
  return null
}

async function answerWith(nonce) {
  const token = await tokenize()
  if (token === null) return tell({ type: 'card.invalid', nonce, message: complaint.textContent })
  const { payment_token, card_mask, brand, funding } = token
  tell({ type: 'card.token', nonce, token: payment_token, lastFour: card_mask.slice(-4), brand, funding })
}

window.addEventListener('message', event => {
  if (!isFramed || event.origin !== origin || event.source !== window.parent) return
  const { type, nonce } = event.data ?? {}
  const isNamed = named === '' || nonce === named
  if (type === 'card.tokenize' && typeof nonce === 'string' && nonce.length <= 64 && isNamed) answerWith(nonce)
})

// Without a button of its own a form is not sent by Enter.
form.addEventListener('keydown', event => {
  if (isFramed && event.key === 'Enter') tell({ type: 'card.submit' })
})

form.addEventListener('submit', async event => {
  event.preventDefault()
  if (isFramed) return
  const token = await tokenize()
  const shown = document.getElementById('token')
  if (shown !== null) shown.textContent = token?.payment_token ?? ''
})

const resized = () => tell({ type: 'card.resize', height: Math.ceil(document.body.getBoundingClientRect().height) })
new ResizeObserver(resized).observe(document.body)
tell({ type: 'card.ready' })
