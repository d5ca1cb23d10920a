// Shows names and values that the gateway stores without a form: amounts as money, subjects with a page as links, and the usual
// names in the person's language.
import type { ReactNode } from 'react'
import { Code, Facts } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'
import { AccountLink, PspLink } from './parts.tsx'

const NAMES = [
  'amount',
  'netCentavos',
  'paidCentavos',
  'returnedCentavos',
  'outCentavos',
  'amountCentavos',
  'askedAt',
  'returnedAt',
  'rtrId',
  'caseId',
  'disputeId',
  'cashout',
  'state',
  'payoutId',
  'pixKey',
  'endToEndId',
  'document',
  'reason',
  'releaseAt',
  'accountId',
  'pspAccountId',
  'orderId',
  'day',
  'side',
  'trouble',
  'callbackId',
  'held',
  'lifted',
  'released',
  'taken',
  'forfeited',
  'expected',
  'inFlight',
  'balance',
] as const

/** The states of cashouts and payments, here and at PSPs; kinds of holds; sides of corrections. */
const VALUES = {
  state: [
    'requested',
    'submitted',
    'processing',
    'settled',
    'refused',
    'rejected',
    'cancelled',
    'paid',
    'failed',
    'returned',
    'unknown',
  ],
  reason: ['JUDICIAL', 'CAUTELAR', 'MANUAL'],
  side: ['CREDIT', 'DEBIT', 'GAIN', 'LOSS'],
} as const

function useValueName() {
  const t = useWords(operatorWords)
  return (name: string, value: unknown): string | undefined => {
    const state = name === 'state' ? VALUES.state.find(one => one === value) : undefined
    if (state !== undefined) return t(`knownValues.state.${state}`)
    const reason = name === 'reason' ? VALUES.reason.find(one => one === value) : undefined
    if (reason !== undefined) return t(`knownValues.reason.${reason}`)
    const side = name === 'side' ? VALUES.side.find(one => one === value) : undefined
    return side === undefined ? undefined : t(`knownValues.side.${side}`)
  }
}

interface KnownProps {
  of: object
  /** How a page shows a value in its own way, one that is not set included. */
  shownAs?: (name: string, value: unknown) => ReactNode
}

export function Known({ of, shownAs }: KnownProps) {
  const t = useWords(operatorWords)
  const valueName = useValueName()
  const nameOf = (name: string) => {
    const known = NAMES.find(one => one === name)
    return known === undefined ? name : t(`known.${known}`)
  }
  const usual = (name: string, value: unknown) =>
    value === null ? undefined : (valueName(name, value) ?? shown(name, value))
  return (
    <Facts
      facts={Object.entries(of).map(([name, stored]) => {
        const value = shownAs?.(name, stored) ?? usual(name, stored)
        return value === undefined ? null : { name: nameOf(name), value }
      })}
    />
  )
}

const AMOUNT = /^(?:amount|held|lifted|released|taken|forfeited|expected|inFlight|balance)$|Centavos$/
const WHOLE = /^-?\d+$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T.+Z$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

function shown(name: string, value: unknown): ReactNode {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (AMOUNT.test(name) && WHOLE.test(text)) return <Money centavos={Number(text)} />
  if (name === 'accountId' && WHOLE.test(text)) return <AccountLink id={Number(text)} />
  if (name === 'pspAccountId' && WHOLE.test(text)) return <PspLink id={Number(text)} />
  if (name === 'day' && DAY.test(text)) return <DayLink day={text} />
  if (MOMENT.test(text)) return <Moment at={text} />
  return <Code>{text}</Code>
}

function DayLink({ day }: { day: string }) {
  const { locale } = useLanguage()
  return (
    <LinkAnchor to="/operacao/dias/$day" params={{ day }} className="figures" underline="always" inherit>
      {dayText(day, locale)}
    </LinkAnchor>
  )
}
