// Where the desk deals with what an alert tells of: the very thing where the alert names it, else the list in which it stands.
import type { LinkProps } from '@tanstack/react-router'
import type { Alert } from '../../../api/operator/house.ts'

export interface Way {
  to: LinkProps['to'] & string
  params?: Record<string, string>
  search?: Record<string, string>
}

const PLACES: [RegExp, Way][] = [
  [
    /without an end|had no end|does not confirm what its list/,
    { to: '/operacao/saques/em-andamento', search: { olderThan: '60' } },
  ],
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
export function wayOf({ said: message, subject, known }: Pick<Alert, 'said' | 'subject' | 'known'>): Way | null {
  const exact = subject === null ? null : subjectWay(subject)
  if (exact !== null) return exact
  const named = namedWay(message, known)
  if (named !== null) return named
  const place = PLACES.find(([pattern]) => pattern.test(message))?.[1] ?? null
  return place ?? accountWay(message, known)
}

/** Older alerts have no subject, and a cashout may be in a database that was lost. */
function subjectWay({ kind, accountId, id, uuid }: NonNullable<Alert['subject']>): Way | null {
  if (kind === 'refund') return { to: '/operacao/saques/em-andamento', search: { kind: 'refund', id } }
  if (kind === 'receipt') return { to: '/operacao/recebimentos', search: { accountId: String(accountId), id } }
  return uuid === null ? null : { to: '/operacao/saques/$cashout', params: { cashout: uuid } }
}

function namedWay(message: string, { disputeUuid, dispute, pspAccountId, payoutId }: Alert['known']): Way | null {
  const ofDispute = text(disputeUuid) ?? text(dispute)
  if (ofDispute !== null) return { to: '/operacao/disputas/$dispute', params: { dispute: ofDispute } }
  const payout = text(payoutId)
  if (payout !== null && message.startsWith('the PSP does not confirm what its list says'))
    return { to: '/operacao/saques/em-andamento', search: { id: payout } }
  const psp = text(pspAccountId)
  const isAboutPsp = /certificate|list of the PSP|PSP does not answer|does not cover/.test(message)
  return psp !== null && isAboutPsp ? { to: '/operacao/psps/$psp', params: { psp } } : null
}

function accountWay(message: string, { accountId }: Alert['known']): Way | null {
  const account = text(accountId)
  if (account !== null && message.startsWith('what is blocked'))
    return { to: '/operacao/contas/$account/bloqueios', params: { account } }
  return account === null ? null : { to: '/operacao/contas/$account', params: { account } }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
