// An amount as people write it: what they look for, or what they want to pay where they may choose it, and are shown it once more
// before they do. Whatever machines send is read by money.ts. Pure.
import { type Centavos, MAX_CENTAVOS, parseReais } from '../money.ts'

const BRAZILIAN = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/
const PLAIN = /^(\d+)(?:\.(\d{1,2}))?$/
const ENGLISH = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/

/** "R$ 1.234,56", "1234,56", "1234.56", "1,234.56", "150". A point before three digits parts thousands. */
export function parseWrittenAmount(text: string): Centavos | null {
  const figures = text.replace(/^R\$\s*/i, '')
  const match = BRAZILIAN.exec(figures) ?? PLAIN.exec(figures) ?? ENGLISH.exec(figures)
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const amount = parseReais(`${whole.replaceAll(/[.,]/g, '')}.${fraction.padEnd(2, '0')}`)
  return amount !== null && amount > 0n && amount <= MAX_CENTAVOS ? amount : null
}
