// HTML by template: every value is escaped unless it is markup itself. There is no other way to make markup of a text that
// came from outside.

/** Made by `html` and by what writes markup of its own, such as a QR code; never from a text of somebody else's. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Value[] | null | undefined | false

export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.map((part, at) => part + (at < values.length ? print(values[at]) : '')).join(''))
}

function print(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(print).join('')
  return escaped(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)
