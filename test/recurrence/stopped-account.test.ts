// Accounts that the operator stops while payers owe a cycle: what is ordered goes on, and nothing more is asked of payers. An account that is
// closed ends its recurrences.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { liveUntil } from './calendar.ts'
import { type Cast, openCast } from './cast.ts'
import { inApp, openRecurringGateway, recurringSeller } from './recurring.ts'

const FIRST_DAY = '2027-01-15'
const at = (day: string, hour: number) => timeOn(day as LocalDate, hour)
const customer = (name: string) => ({ customer: { name, document: '52998224725' } })
const PAYERS = { tried: customer('Sem saldo de novo'), paid: customer('Ana Souza') }

let gateway: TestGateway
let seller: Seller
let cast: Cast<keyof typeof PAYERS>

before(async () => {
  gateway = await openRecurringGateway({ startsAt: at('2027-01-04', 12) })
  seller = await recurringSeller(gateway)
  cast = await openCast(gateway, seller, PAYERS, { dataInicial: FIRST_DAY, politicaRetentativa: 'PERMITE_3R_7D' })
  await liveUntil(gateway, gateway.now())
  for (const { idRec } of Object.values(cast.made)) await inApp(gateway, idRec, 'accept')
  await liveUntil(gateway, at('2027-01-14', 12))
})
after(() => gateway?.[Symbol.asyncDispose]())

const setStatus = (status: 'ACTIVE' | 'BLOCKED' | 'CLOSED') =>
  gateway.db.query(sql`update account set status = ${status}, seal = default where id = ${seller.accountId}`)
const triesOf = async () =>
  (await cast.firstOf('tried')).tentativas.map((one: Record<string, string>) => `${one.data} ${one.tipo} ${one.status}`)

test('while an account is stopped its debits settle, and no further try is ordered; the next planned one is, once it is active again', async () => {
  await setStatus('BLOCKED')
  await liveUntil(gateway, at('2027-01-17', 12))
  await setStatus('ACTIVE')
  assert.deepEqual(await triesOf(), ['2027-01-15 AGND EXPIRADA'])
  assert.equal((await cast.firstOf('paid')).status, 'CONCLUIDA')
  await liveUntil(gateway, at('2027-01-19', 12))
  assert.deepEqual((await triesOf()).slice(1, 2), ['2027-01-19 NTAG AGENDADA'])
})

test('an account that is closed ends its recurrences at the bank within a day', async () => {
  await setStatus('CLOSED')
  await liveUntil(gateway, at('2027-01-21', 0))
  assert.deepEqual(
    [(await cast.recAtBank('tried')).status, (await cast.recAtBank('paid')).status],
    ['CANCELADA', 'CANCELADA'],
  )
  const rows = await gateway.db.query(sql`select distinct status, cancel_reason as reason from recurrence`)
  assert.deepEqual(rows, [{ status: 'CANCELADA', reason: 'A conta do vendedor foi encerrada' }])
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
