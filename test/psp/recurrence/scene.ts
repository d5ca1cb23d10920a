// Recurrences and debits at the sandbox bank, made through an adapter; the payer answers by the bank's own ways.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { addDays, dateAt, timeOn } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import type { Psp } from '#psp/port.ts'
import type {
  DebitRequest,
  DebitTryState,
  RecurrenceRequest,
  Recurrences,
  ReportedDebit,
  ReportedRecurrence,
  ReportedTry,
} from '#psp/recurrence/port.ts'
import { until } from '../../until.ts'
import { id, type Scene, value } from '../adapters.ts'

export function recurring({ recurrences }: Psp): Recurrences {
  assert.ok(recurrences)
  return recurrences
}

/** From so many days on; within the time in which its first debit may be ordered. */
const STARTS_IN_DAYS = 8

export const recurrenceRequest = (more: Partial<RecurrenceRequest> = {}): RecurrenceRequest => ({
  contract: 'CONTRATO-1',
  object: 'Plano Ouro',
  debtor: { name: 'Maria Silva', document: '12345678909' },
  startsOn: addDays(dateAt(new Date()), STARTS_IN_DAYS),
  endsOn: null,
  periodicity: 'MENSAL',
  amount: centavos(49_90),
  minimum: null,
  retryPolicy: 'NAO_PERMITE',
  locationId: null,
  activatedBy: null,
  ...more,
})

export const approved = (scene: Scene): Promise<ReportedRecurrence> => approvedWith(scene, recurrenceRequest())

export async function approvedWith(scene: Scene, request: RecurrenceRequest): Promise<ReportedRecurrence> {
  const made = value(await recurring(scene.psp).create(request))
  const answer = await scene.bank.call('POST', `/sandbox/app/rec/${made.idRec}/accept`, {})
  assert.deepEqual([answer.status, answer.body.status], [200, 'APROVADA'], answer.text)
  return made
}

export const debitOf = (idRec: string, more: Partial<DebitRequest> = {}): DebitRequest => ({
  txid: id(),
  idRec,
  dueOn: addDays(dateAt(new Date()), STARTS_IN_DAYS),
  amount: centavos(49_90),
  adjustsToBusinessDay: true,
  info: '',
  ...more,
})

export const order = async ({ psp }: Scene, request: DebitRequest): Promise<ReportedDebit> =>
  value(await recurring(psp).createDebit(request))

export interface Listener {
  url: string
  /** The first callbacks, once so many have come. */
  arrived(count: number): Promise<{ path: string; body: unknown }[]>
}

/** Where a bank reports recurrences and debits. */
export async function openListener(t: TestContext): Promise<Listener> {
  const calls: { path: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') })
    response.writeHead(200).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: count => until(() => (calls.length >= count ? calls : null), `${count} callbacks`),
  }
}

/** The names of all that the bank has: recurrences (recs) or debits (cobsr). */
export async function reported({ bank }: Scene, list: 'recs' | 'cobsr'): Promise<string[]> {
  const period = new URLSearchParams({ inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' })
  const { body } = await bank.call('GET', `/v2/${list === 'recs' ? 'rec' : 'cobr'}?${period}`)
  return body[list].map((entry: { idRec: string; txid?: string }) => entry.txid ?? entry.idRec)
}

/** The bank's clock moves on to 22:00 of the day of the first try, which then is in this state. */
export async function settledOn(scene: Scene, txid: string, state: DebitTryState): Promise<ReportedTry> {
  const { findDebit } = recurring(scene.psp)
  const advance = (now: string) => scene.bank.call('POST', '/sandbox/clock', { now })
  const scheduled = await until(async () => {
    const { nextDueAt } = (await scene.bank.call('GET', '/sandbox/clock')).body
    const [first] = value(await findDebit(txid))?.tries ?? []
    if (first === undefined && nextDueAt !== null) await advance(nextDueAt)
    return first ?? null
  }, 'the debit to be scheduled')
  await advance(timeOn(scheduled.settlesOn, 22).toISOString())
  return until(async () => {
    const [first] = value(await findDebit(txid))?.tries ?? []
    return first?.state === state ? first : null
  }, `the try to be ${state}`)
}
