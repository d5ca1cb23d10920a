// Where the desk deals with what an alarm tells of: the very thing where the alarm names it, else the list in which it stands.
import type { LinkProps } from '@tanstack/react-router'
import type { Alarm } from '../../api/desk/house.ts'

export interface Way {
  to: LinkProps['to'] & string
  params?: Record<string, string>
  search?: Record<string, string>
}

const PLACES: [RegExp, Way][] = [
  [/recovery until|this database does not know|was restored/, { to: '/operacao/recuperacao' }],
  [/payouts wait for the operator/, { to: '/operacao/saques' }],
  [/contradicts what was booked$|became of a payout|waits for a decision|came back of a cashout/, anomalies()],
  [/disput/, { to: '/operacao/disputas', search: { status: 'OPEN' } }],
  [/callback/, { to: '/operacao/avisos-psp', search: { status: 'dead' } }],
  [/money arrived|sent back to its payer/, { to: '/operacao/recebimentos', search: { status: 'UNACCEPTED' } }],
  [/differs from our books|went back that nobody/, { to: '/operacao/conciliacao', search: { state: 'OPEN' } }],
  [/cannot be reconciled/, { to: '/operacao/comparacoes' }],
  [/closed day/, { to: '/operacao/dias' }],
  [/does not cover/, { to: '/operacao/cobertura' }],
  [/books do not add up/, { to: '/operacao/razao' }],
  [/certificate|list of the PSP|PSP does not answer/, { to: '/operacao/psps' }],
]

function anomalies(): Way {
  return { to: '/operacao/anomalias', search: { status: 'open' } }
}

/** null: what it tells of is dealt with elsewhere, such as at the mail server. */
export function wayOf({ said, known }: Pick<Alarm, 'said' | 'known'>): Way | null {
  const named = namedWay(said, known)
  if (named !== null) return named
  const place = PLACES.find(([pattern]) => pattern.test(said))?.[1] ?? null
  return place ?? accountWay(known)
}

function namedWay(said: string, { disputeUuid, dispute, pspAccountId }: Alarm['known']): Way | null {
  const ofDispute = text(disputeUuid) ?? text(dispute)
  if (ofDispute !== null) return { to: '/operacao/disputas/$dispute', params: { dispute: ofDispute } }
  const psp = text(pspAccountId)
  const isAboutPsp = /certificate|list of the PSP|PSP does not answer|does not cover/.test(said)
  return psp !== null && isAboutPsp ? { to: '/operacao/psps/$psp', params: { psp } } : null
}

function accountWay({ accountId }: Alarm['known']): Way | null {
  const account = text(accountId)
  return account === null ? null : { to: '/operacao/contas/$account', params: { account } }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
