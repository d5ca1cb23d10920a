// Comforts of the page, which works without them: paste and copy buttons, and a movement list that stays fresh.

const REFRESH_MS = 3000

for (const button of document.querySelectorAll('[data-colar]')) {
  if (!navigator.clipboard?.readText) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.colar)
    try {
      field.value = (await navigator.clipboard.readText()).trim()
    } catch {
      // Permission refused: the field is there to be pasted into by hand.
    }
    field.focus()
  })
}

for (const button of document.querySelectorAll('[data-copiar]')) {
  if (!navigator.clipboard?.writeText) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copiar).textContent)
    button.textContent = 'Copiado'
  })
}

const movement = document.getElementById('movimento')
let shown = ''
setInterval(async () => {
  if (document.hidden) return
  try {
    const answer = await fetch('/movimento')
    const fresh = answer.ok ? await answer.text() : shown
    if (fresh === shown) return
    shown = fresh
    movement.innerHTML = fresh
  } catch {
    // The bank is away; the list stays as it was.
  }
}, REFRESH_MS)
