// What the gateway keeps as names and values without further order: amounts as money, and the usual names in the person's language.
import { Money } from '../ui/money.tsx'
import { Code, Facts } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { deskWords } from './words.ts'

const NAMES = [
  'amount',
  'netCentavos',
  'paidCentavos',
  'state',
  'payoutId',
  'pixKey',
  'endToEndId',
  'document',
  'reason',
  'releaseAt',
  'accountId',
  'pspAccountId',
] as const

export function Known({ of }: { of: object }) {
  const t = useWords(deskWords)
  const nameOf = (name: string) => {
    const known = NAMES.find(one => one === name)
    return known === undefined ? name : t(`known.${known}`)
  }
  const entries = Object.entries(of).filter(([, value]) => value !== null)
  return <Facts facts={entries.map(([name, value]) => ({ name: nameOf(name), value: shown(name, value) }))} />
}

const AMOUNT = /^amount$|Centavos$/
const WHOLE = /^-?\d+$/

function shown(name: string, value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return AMOUNT.test(name) && WHOLE.test(text) ? <Money centavos={Number(text)} /> : <Code>{text}</Code>
}
