// How each kind of anomaly comes about: a proxy between the gateway and its bank that changes the bank's answers, a wait until the operator
// sees it, and the operator's decision with its traces.

import sql from 'sql-template-tag'
import { keepUnknown } from '#cashout/anomaly/unknown-outcome.ts'
import type { Submission } from '#cashout/deps.ts'
import { findAttempt } from '#cashout/submission/attempt-store.ts'
import type { Person } from '../access/person.ts'
import { NO_ALERTS } from '../alerts.ts'
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import type { Fault, GatewayBehindWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { idsOf, paymentsOf, take } from './requesting.ts'

export const LOOKUP = '/v2/gn/pix/enviados/id-envio/'
const SUBMIT = '/v3/gn/pix/'

/** The lookups of these tests come by callbacks and hints alone, after the first few. */
export const RARE_LOOKUPS = { PSP_LOOKUP_WAITS_MS: '50,50,3600000' }

/** The bank's answer to a lookup, with some of it changed on the way. */
const twisted = (change: object): Fault => ({
  forwarded: true,
  answer: ({ status, body }) => ({ status, body: JSON.stringify({ ...JSON.parse(body), ...change }) }),
})

export interface Stage extends GatewayBehindWire {
  operator: Person
}

export const lie = ({ wire }: Stage, seller: Seller, change: object) =>
  wire.fail('GET', LOOKUP + idsOf(seller), twisted(change), 1_000)

/** Makes the gateway look up the seller's payouts at the bank. */
export async function hint({ wire, bank }: Stage, seller: Seller): Promise<void> {
  for (const { idEnvio } of await paymentsOf(bank, seller)) {
    const pix = [{ endToEndId: crypto.randomUUID(), tipo: 'SOLICITACAO', gnExtras: { idEnvio } }]
    const reported = await fetch(wire.callbackUrl(), { method: 'POST', body: JSON.stringify({ pix }) })
    if (reported.status !== 200) throw new Error(`the hint was refused: ${reported.status}`)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
export async function anomaliesOf({ operator }: Stage, seller: Seller): Promise<any[]> {
  const { body } = await operator.call('GET', '/api/admin/anomalies?limit=100')
  return body.data.filter(({ accountId }: { accountId: number }) => accountId === seller.accountId)
}

export const untilAnomaly = (stage: Stage, seller: Seller) =>
  until(async () => (await anomaliesOf(stage, seller))[0] ?? null, 'an anomaly')

export interface Made {
  seller: Seller
  path: string
}

const settled = async ({ gateway }: Stage): Promise<Made> => {
  const seller = await gateway.seller({ funds: 300_00 })
  const { path } = await take(seller)
  await seller.reaches(path, 'COMPLETED')
  return { seller, path }
}

const contested = async (stage: Stage, change: object): Promise<Made> => {
  const seller = await stage.gateway.seller({ funds: 300_00 })
  lie(stage, seller, change)
  const { path } = await take(seller)
  return { seller, path }
}

const reportedLate = async (stage: Stage, change: object): Promise<Made> => {
  const made = await settled(stage)
  lie(stage, made.seller, change)
  await hint(stage, made.seller)
  return made
}

/** Each leaves one open anomaly of its seller's only cashout. */
export const WAYS = {
  'too little': stage => contested(stage, { valor: '98.99', status: 'REALIZADO' }),
  'too much': stage => contested(stage, { valor: '101.00', status: 'REALIZADO' }),
  'another payee': stage => contested(stage, { favorecido: { chave: 'joao@example.com' }, status: 'REALIZADO' }),
  async 'a payment of another cashout'(stage) {
    const other = await settled(stage)
    const [row] = await stage.gateway.db.query<{ end_to_end_id: string }>(sql`
      select end_to_end_id from withdrawal where account_id = ${other.seller.accountId}`)
    return contested(stage, { endToEndId: row?.end_to_end_id, status: 'REALIZADO' })
  },
  async 'paid after it failed'(stage) {
    const seller = await stage.gateway.seller({ funds: 300_00 })
    const { path } = await take(seller, { pixKey: 'contradiz@example.com' })
    await seller.reaches(path, 'FAILED')
    await call(stage.bank.url, 'POST', '/sandbox/clock', { body: { advanceSeconds: 6 } })
    return { seller, path }
  },
  'failed after it was paid': stage =>
    reportedLate(stage, {
      status: 'NAO_REALIZADO',
      gnExtras: { erro: { codigo: 'AC03', motivo: 'conta inexistente' } },
    }),
  'another amount after it was paid': stage => reportedLate(stage, { valor: '120.00' }),
  'more came back than went': stage =>
    reportedLate(stage, {
      devolucoes: [{ rtrId: `D${'0'.repeat(31)}`, valor: '99.01', horario: { liquidacao: '2026-11-21T12:00:00Z' } }],
    }),
  async 'never found out'(stage) {
    const { gateway, wire } = stage
    const seller = await gateway.seller({ funds: 300_00 })
    wire.fail('PUT', SUBMIT + idsOf(seller), { forwarded: false, answer: 'cut' })
    wire.fail('GET', LOOKUP + idsOf(seller), { forwarded: false, answer: { status: 500, body: '{}' } }, 1_000)
    const { path } = await take(seller)
    const payoutId = await until(async () => {
      const [row] = await gateway.db.query<{ payout_id: string }>(sql`
        select payout_id from payout_attempt where account_id = ${seller.accountId} and lookups = 2`)
      return row?.payout_id ?? null
    }, 'two lookups')
    const attempt = await findAttempt(gateway.db, seller.accountId, payoutId)
    if (attempt === null) throw new Error('the attempt is gone')
    const deps = { db: gateway.db, clock: () => new Date(), alerts: NO_ALERTS } as unknown as Submission
    await keepUnknown(deps, attempt, 'the outcome is unknown')
    wire.heal()
    return { seller, path }
  },
} satisfies Record<string, (stage: Stage) => Promise<Made>>

export type Way = keyof typeof WAYS

export const REASON = 'The bank confirmed it on the phone'

export const decide = ({ operator }: Stage, uuid: string, decision: string, more: object = {}): Promise<Answer> =>
  operator.call('POST', `/api/admin/anomalies/${uuid}/decide`, { decision, reason: REASON, ...more })

export const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

/** What was booked besides the hold and its end, and what was published last. */
export async function traces({ gateway }: Stage, { accountId }: Pick<Seller, 'accountId'>) {
  const booked = await gateway.db.query<{ kind: string; amount: bigint }>(sql`
    select kind, amount_centavos as amount from transfer where account_id = ${accountId} and subject = 'withdrawal'
      and kind in ('CASHOUT_CHARGED', 'CASHOUT_UNCHARGED', 'CASHOUT_LOSS', 'CASHOUT_SURPLUS', 'CASHOUT_RETURNED') order by seq`)
  const [last] = await gateway.db.query<{ type: string }>(sql`
    select type from event where account_id = ${accountId} and subject = 'withdrawal' order by id desc limit 1`)
  return { booked: booked.map(({ kind, amount }) => `${kind} ${amount}`), event: last?.type }
}
