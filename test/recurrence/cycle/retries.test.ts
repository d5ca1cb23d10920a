// Further tries of debits that were not paid: those that the seller orders, each refusal with its reason, and those that the gateway orders of
// a weekly recurrence, whose next cycle begins on the seventh day.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks, findings } from '../../books.ts'
import type { Seller, TestGateway } from '../../gateway.ts'
import type { Answer } from '../../http.ts'
import { DAYS_PACE_MS, liveUntil } from '../calendar.ts'
import { acceptAll, debitsOf, offered, openRecurringGateway, recurringSeller, salesOf } from '../recurring.ts'

/** A Friday. */
const DUE = '2027-01-15'
const at = (day: string, hour: number, minute = 0) => timeOn(day as LocalDate, hour, minute)

const PERMITTED = { politicaRetentativa: 'PERMITE_3R_7D' }
const BY_HAND = { ...PERMITTED, diasRetentativa: [] }
const POOR = { customer: { name: 'Sem saldo', document: '52998224725' } }
const KINDS = {
  never: POOR,
  byHand: { ...POOR, ...BY_HAND },
  paidThen: { ...BY_HAND, customer: { name: 'Na retentativa 1', document: '52998224725' } },
  weekly: { ...POOR, ...PERMITTED, periodicidade: 'SEMANAL' },
  weeklyByHand: { ...POOR, ...BY_HAND, periodicidade: 'SEMANAL' },
}
type Kind = keyof typeof KINDS

let gateway: TestGateway
let seller: Seller
const made = {} as Record<Kind, Answer['body']>

const firstOf = async (kind: Kind) => (await debitsOf(seller, made[kind]))[0]
const triesOf = ({ tentativas }: Answer['body']): string[] =>
  tentativas.map((one: Record<string, string>) => `${one.data} ${one.tipo} ${one.status}`)

async function retry(kind: Kind, data: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { txid } = await firstOf(kind)
  const path = `/api/pix-automatico/${made[kind].idRec}/cobrancas/${txid}/retentativas`
  return seller.api('POST', path, { data }, headers)
}

async function assertRefused(kind: Kind, data: string, refusal: RegExp): Promise<void> {
  const { status, body } = await retry(kind, data)
  assert.match([status, body.error, body.message].join(' '), refusal, `${kind} ${data}`)
}

before(async () => {
  gateway = await openRecurringGateway({ startsAt: at('2027-01-04', 12) })
  seller = await recurringSeller(gateway)
  for (const [kind, more] of Object.entries(KINDS))
    made[kind as Kind] = await offered(seller, { dataInicial: DUE, ...more })
  await acceptAll(gateway, seller, Object.values(made))
  await liveUntil(gateway, at('2027-01-14', 12), DAYS_PACE_MS)
})
after(() => gateway?.[Symbol.asyncDispose]())

test('before the day, the tries that are planned are shown: of a weekly one none on the day of the next cycle', async () => {
  assert.deepEqual((await firstOf('weekly')).retentativasPlanejadas, ['2027-01-17', '2027-01-19'])
  assert.deepEqual((await firstOf('byHand')).retentativasPlanejadas, [])
  await assertRefused('byHand', '2027-01-16', /^409 CONFLICT A try is open, for 2027-01-15/)
})

test('on the evening of the day: no past day, none after the seventh, none of the next cycle, and none where it is not permitted', async () => {
  await liveUntil(gateway, at(DUE, 22), DAYS_PACE_MS)
  assert.deepEqual(triesOf(await firstOf('byHand')), [`${DUE} AGND EXPIRADA`])
  await assertRefused('never', '2027-01-17', /^409 CONFLICT The recurrence permits no further tries: .* NAO_PERMITE/)
  for (const day of ['2027-01-14', DUE, '2027-01-23'])
    await assertRefused('byHand', day, /^400 INVALID_DATA data: expected a day from 2027-01-16 to 2027-01-22/)
  await assertRefused(
    'weeklyByHand',
    '2027-01-22',
    /^400 INVALID_DATA data: expected a day from 2027-01-16 to 2027-01-21/,
  )
  for (const day of ['2027-02-30', 'tomorrow']) await assertRefused('byHand', day, /^400 INVALID_DATA data: /)
})

test('a further try is ordered once, however often it is asked for, and no other while it is open', async () => {
  const [first, again] = [await retry('byHand', '2027-01-16'), await retry('byHand', '2027-01-16')]
  assert.deepEqual([first.status, again.status], [201, 201], first.text)
  assert.equal(first.body.status, 'ATIVA')
  const key = { 'idempotency-key': 'a further try' }
  const [keyed, replayed] = [await retry('paidThen', '2027-01-17', key), await retry('paidThen', '2027-01-17', key)]
  assert.deepEqual([keyed.status, replayed.body], [201, keyed.body], keyed.text)
  await assertRefused('byHand', '2027-01-18', /^409 CONFLICT A try is open, for 2027-01-16/)
  for (const kind of ['byHand', 'paidThen'] as const) assert.equal((await firstOf(kind)).tentativas.length, 2)
})

test('the doctor knows what the key of a further try stands for', async () => {
  const standFor = (id: bigint) =>
    gateway.db.query(sql`update idempotency set subject_id = ${id}, seal = default where key = 'a further try'`)
  const [kept] = await gateway.db.query<{ id: bigint }>(
    sql`select subject_id as id from idempotency where key = 'a further try'`,
  )
  const [other] = await gateway.db.query<{ id: bigint }>(sql`select id from debit where id <> ${kept?.id} limit 1`)
  await standFor((other as { id: bigint }).id)
  assert.match((await findings(gateway.db)).join(), /its answer is not about debit \d+, which was begun under it/)
  await standFor(-1n)
  assert.match((await findings(gateway.db)).join(), /debit -1, which was begun under it, is not there/)
  await standFor((kept as { id: bigint }).id)
  assert.deepEqual(await findings(gateway.db), [])
})

test('until eleven at night for the next day; three further tries, and no fourth', async () => {
  await liveUntil(gateway, at('2027-01-16', 23, 5), DAYS_PACE_MS)
  await assertRefused('byHand', '2027-01-17', /^400 INVALID_DATA data: expected a later day: .* 23:00/)
  assert.equal((await retry('byHand', '2027-01-18')).status, 201)
  await liveUntil(gateway, at('2027-01-18', 22), DAYS_PACE_MS)
  assert.equal((await retry('byHand', '2027-01-19')).status, 201)
  await liveUntil(gateway, at('2027-01-19', 22), DAYS_PACE_MS)
  await assertRefused('byHand', '2027-01-20', /^409 CONFLICT All three further tries have been ordered/)
  const debit = await firstOf('byHand')
  assert.deepEqual(triesOf(debit), [
    '2027-01-15 AGND EXPIRADA',
    '2027-01-16 NTAG EXPIRADA',
    '2027-01-18 NTAG EXPIRADA',
    '2027-01-19 NTAG EXPIRADA',
  ])
  assert.deepEqual([debit.status, debit.sale.status], ['EXPIRADA', 'RECUSADO'])
})

test('one that the payer can pay then is paid, and no other try may follow', async () => {
  const debit = await firstOf('paidThen')
  assert.deepEqual(triesOf(debit), ['2027-01-15 AGND EXPIRADA', '2027-01-17 NTAG PAGA'])
  assert.deepEqual([debit.status, debit.sale.status], ['CONCLUIDA', 'PAGO'])
  await assertRefused('paidThen', '2027-01-20', /^409 CONFLICT .* is CONCLUIDA/)
})

test('a weekly one is tried on the second and the fourth day, is refused once, and its next cycle goes on', async () => {
  await liveUntil(gateway, at('2027-01-24', 12), DAYS_PACE_MS)
  const [first, second] = await debitsOf(seller, made.weekly)
  assert.deepEqual(triesOf(first), ['2027-01-15 AGND EXPIRADA', '2027-01-17 NTAG EXPIRADA', '2027-01-19 NTAG EXPIRADA'])
  assert.deepEqual([first.status, first.sale.status], ['EXPIRADA', 'RECUSADO'])
  assert.deepEqual(
    [second.dataDeVencimento, second.retentativasPlanejadas, triesOf(second)[0]],
    ['2027-01-22', ['2027-01-24', '2027-01-26'], '2027-01-22 AGND EXPIRADA'],
  )
  assert.equal((await salesOf(seller, made.weekly)).length, 1)
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
