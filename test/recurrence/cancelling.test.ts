// A cancellation that a silent PSP has not made: of one debit it is asked for until ten in the evening before it settles, and says then that it
// was in vain; of a recurrence it is asked for until its end, and meanwhile nothing more is charged by it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, register, signIn } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'
import { DAYS_PACE_MS, liveFor, liveUntil } from './calendar.ts'
import { type Cast, openCast } from './cast.ts'
import { acceptAll, agree, failAtBank, healBank, openRecurringGateway, PAYER, PRICE, refusal } from './recurring.ts'

/** A Wednesday. */
const DUE = '2027-01-13'
const at = (day: string, hour: number, minute = 0) => timeOn(day as LocalDate, hour, minute)

const POOR = { customer: { name: 'Sem saldo', document: '52998224725' }, politicaRetentativa: 'PERMITE_3R_7D' }
const KINDS = {
  inVain: {},
  answered: {},
  planned: POOR,
  byHand: { ...POOR, diasRetentativa: [] },
  retried: { ...POOR, diasRetentativa: [] },
  ending: { cobrancaAutomatica: false },
  offered: {},
}
type Kind = keyof typeof KINDS
const AUTHORISED = ['inVain', 'answered', 'planned', 'byHand', 'retried', 'ending'] as const

let gateway: TestGateway
let person: Person
let seller: Seller
let cast: Cast<Kind>

/** As its people read it: sessions end sooner than these weeks. */
async function inPanel(method: string, path: string, body?: object): Promise<Answer> {
  const { call } = await signIn(gateway, person)
  return call(method, path, body)
}
const cancelDebit = async (kind: Kind) =>
  seller.api('POST', cast.path(kind, `/cobrancas/${(await cast.firstOf(kind)).txid}/cancel`))
const retry = async (kind: Kind, data: string) =>
  seller.api('POST', cast.path(kind, `/cobrancas/${(await cast.firstOf(kind)).txid}/retentativas`), { data })

before(async () => {
  gateway = await openRecurringGateway({ startsAt: at('2027-01-04', 12) })
  person = await register(gateway)
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default where id = ${person.accountId}`)
  await agree(gateway, person, PRICE)
  const { body: key } = await person.call('POST', '/api/credentials', { name: 'Loja' })
  seller = sellerWith(gateway, person.accountId, key.publicKey, key.privateKey)
  cast = await openCast(gateway, seller, KINDS, { dataInicial: DUE })
  await acceptAll(
    gateway,
    seller,
    AUTHORISED.map(kind => cast.made[kind]),
  )
  await liveUntil(gateway, at('2027-01-12', 20), DAYS_PACE_MS)
})
after(() => gateway?.[Symbol.asyncDispose]())

const silenced = () => failAtBank(gateway, 'PATCH /cobr', '503', { times: 1_000 })

test('a debit whose PSP answers late, before that hour, is cancelled', async () => {
  await silenced()
  const asked = await cancelDebit('answered')
  assert.deepEqual([asked.status, asked.body.status], [202, 'ATIVA'])
  assert.equal(asked.body.cancelamentoPedidoEm, asked.body.updatedAt)
  assert.equal(asked.body.cancelamentoNaoFeito, null)
  await healBank(gateway)
  await liveUntil(gateway, at('2027-01-12', 21))
  const { status, cancelamentoPedidoEm, cancelamentoNaoFeito } = await cast.firstOf('answered')
  assert.deepEqual([status, cancelamentoPedidoEm, cancelamentoNaoFeito], ['CANCELADA', null, null])
})

test('one whose PSP does not answer goes on, and says so to its seller and to the operator', async () => {
  await silenced()
  assert.equal((await cancelDebit('inVain')).status, 202)
  await liveUntil(gateway, at('2027-01-12', 22, 30))
  const debit = await cast.firstOf('inVain')
  const { status, cancelamentoPedidoEm, cancelamentoNaoFeito } = debit
  assert.deepEqual([status, cancelamentoPedidoEm, cancelamentoNaoFeito?.descricao], ['ATIVA', null, null])
  assert.ok(new Date(cancelamentoNaoFeito.em) >= at('2027-01-12', 22))
  const { body } = await inPanel('GET', '/api/audit?action=debit.cancellation-not-made')
  assert.deepEqual(
    body.data.map((entry: Answer['body']) => [entry.actor.kind, entry.subjectId, entry.detail.txid]),
    [['house', debit.uuid, debit.txid]],
  )
  const raised = await until(async () => {
    const alerts = await gateway.db.query<{ txid: string }>(
      sql`select known ->> 'txid' as txid from alarm where code = 'DEBIT_NOT_CANCELLED'`,
    )
    return alerts.length > 0 ? alerts : null
  }, 'the alert')
  assert.deepEqual(raised, [{ txid: debit.txid }])
  await healBank(gateway)
  await liveUntil(gateway, at(DUE, 22))
  assert.deepEqual(
    (await cast.salesOf('inVain')).map(sale => sale.status),
    ['PAGO'],
  )
})

test('a debit that was not paid stands in the calendar on the day of its next try; where none is planned, among what has failed', async () => {
  const { body } = await inPanel('GET', '/api/recurrences/calendar?month=2027-01')
  const counts = body.days.map((one: Answer['body']) => [one.day, one.expected.count, one.paid.count, one.failed.count])
  assert.deepEqual(counts, [
    [DUE, 0, 1, 2],
    ['2027-01-15', 1, 0, 0],
  ])
  const entriesOn = async (day: string) =>
    (await inPanel('GET', `/api/recurrences/calendar/day?day=${day}&limit=100`)).body.data.map(
      (one: Answer['body']) => `${one.contrato} ${one.status}`,
    )
  assert.deepEqual(await entriesOn('2027-01-15'), [`${cast.made.planned.contrato} NOVA_TENTATIVA`])
  assert.ok((await entriesOn(DUE)).includes(`${cast.made.byHand.contrato} NAO_PAGA`))
  const nextOf = async (kind: Kind) => (await cast.read(kind)).proximaCobranca
  assert.deepEqual(await nextOf('planned'), {
    ciclo: 1,
    dataDeVencimento: DUE,
    dataLiquidacaoPrevista: '2027-01-15',
    amount: 4990,
  })
  assert.equal((await nextOf('byHand')).dataLiquidacaoPrevista, null)
})

test('nothing more is charged by a recurrence that is to end, nor tried again, nor offered', async () => {
  await failAtBank(gateway, 'PATCH /rec', '503', { times: 1_000 })
  for (const kind of ['ending', 'retried', 'offered'] as const) {
    const { status, body } = await seller.api('POST', cast.path(kind, '/cancel'))
    assert.deepEqual([status, body.cancelamentoPedidoEm !== null], [202, true])
  }
  const charge = { dataDeVencimento: '2027-01-20' }
  assert.match(
    refusal(await seller.api('POST', cast.path('ending', '/cobrancas'), charge)),
    /^409 CONFLICT .*being cancelled/,
  )
  assert.match(refusal(await retry('retried', '2027-01-15')), /^409 CONFLICT .*recurrence is being cancelled/)
  const push = await seller.api('POST', cast.path('offered', '/solicitacoes'), { pagador: PAYER })
  assert.match(refusal(push), /^409 CONFLICT .*being cancelled/)
  const { body } = await inPanel('POST', `/api/recurrences/${cast.made.ending.uuid}/debits`, charge)
  assert.deepEqual(body.error.reason, { name: 'BEING_CANCELLED' })
  await healBank(gateway)
  await liveFor(gateway, 10 * MINUTE_MS)
  for (const kind of ['ending', 'retried', 'offered'] as const)
    assert.equal((await cast.read(kind)).status, 'CANCELADA', kind)
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
