// The button of a payment link on a page of the seller's: <script src="{gateway}/botao.js" data-link="{slug}" async></script>
// becomes a link that opens the checkout in a tab of its own. It never frames the checkout, leaves no name on the page and writes no
// style as text, so that it works under a strict content security policy of that page.
//
// data-text: what it says. data-color: its background as #rrggbb. A link to the same payment link right before the script, for browsers
// without scripts, is taken in its place.

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
  const look = { ...LOOK, background, color: isLight(background) ? '#000' : '#fff' }
  for (const [name, value] of Object.entries(look)) button.style.setProperty(name, value)
  if (isThere) script.remove()
  else script.replaceWith(button)
}

function defaultText(): string {
  return /^pt|^$/i.test(document.documentElement.lang) ? 'Pagar com Pix' : 'Pay with Pix'
}

/** Whether black is easier to read on it than white: by the relative luminance of WCAG 2.2. */
function isLight(color: string): boolean {
  const parts = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map(part =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}
