// The button of a payment link on a page of the seller's: <script src="{gateway}/botao.js" data-link="{slug}" async></script>
// becomes a link that opens the checkout in a tab of its own. It never frames the checkout, leaves no name on the page and writes no
// style as text, so that it works under a strict content security policy of that page.
//
// data-text: what it says. data-color: its background as #rrggbb. A link to the same payment link right before the script, for browsers
// without scripts, is taken in its place.
import { textColourOn } from '#kernel/brand-colour.ts'

const SLUG = /^[\w-]{3,60}$/
const COLOR = /^#[0-9a-f]{6}$/i
const DEFAULT_COLOR = '#1f2937'

const LOOK: Record<string, string> = {
  display: 'inline-block',
  'box-sizing': 'border-box',
  'min-height': '44px',
  'max-width': '100%',
  padding: '12px 24px',
  border: '0',
  'border-radius': '8px',
  font: '600 16px/20px system-ui,sans-serif',
  'text-align': 'center',
  'text-decoration': 'none',
  cursor: 'pointer',
}

const script = document.currentScript
if (script instanceof HTMLScriptElement) putButton(script)

function putButton(script: HTMLScriptElement): void {
  const { link = '', text, color = '' } = script.dataset
  if (!SLUG.test(link)) return
  const { href } = new URL(`l/${link}`, script.src)
  const before = script.previousElementSibling
  const isThere = before instanceof HTMLAnchorElement && before.href === href
  const button = isThere ? before : document.createElement('a')
  button.href = href
  button.target = '_blank'
  button.rel = 'noopener'
  if (text !== undefined || !isThere) button.textContent = text ?? defaultText()
  const background = COLOR.test(color) ? color : DEFAULT_COLOR
  const look = { ...LOOK, background, color: textColourOn(background) ?? '#fff' }
  for (const [name, value] of Object.entries(look)) button.style.setProperty(name, value)
  if (isThere) script.remove()
  else script.replaceWith(button)
}

function defaultText(): string {
  return /^pt|^$/i.test(document.documentElement.lang) ? 'Pagar com Pix' : 'Pay with Pix'
}
