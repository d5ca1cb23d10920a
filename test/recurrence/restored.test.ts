// A database that is restored to before the order of a debit: in recovery nothing is ordered, the order is found in the bank's list under the
// txid that follows from the cycle, and the cycle is debited once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { openScene, operatorOf, RECOVERY, rememberedInstallation, sellerAt, standing } from '../recovery/scene.ts'
import { until } from '../until.ts'
import { liveUntil } from './calendar.ts'
import { inApp, offered, openRecurringGateway, reachesRecurrence, recurringSeller } from './recurring.ts'

const at = (day: string, hour = 12) => timeOn(day as LocalDate, hour)
const DUE = '2027-01-15' as LocalDate

const debitsOf = ({ db }: TestGateway) =>
  db.query<{ txid: string; status: string }>(sql`select txid, status from debit where cycle = 1 order by id`)

test('a debit that was ordered after the backup is adopted, and its cycle is debited once', async () => {
  await using scene = await openScene()
  const installation = rememberedInstallation()
  const opened = (startsAt: Date, connection = scene.connection) =>
    openRecurringGateway({
      on: { connection, bank: scene.bank },
      installation,
      startsAt,
      env: { SWEEP_EVERY_MS: '200' },
    })

  const first = await opened(at('2027-01-04'))
  const seller = await recurringSeller(first)
  const made = await offered(seller, { dataInicial: DUE })
  await liveUntil(first, first.now())
  await inApp(first, made.idRec, 'accept')
  await reachesRecurrence(seller, made, 'APROVADA')
  await liveUntil(first, at('2027-01-07'))
  const [planned] = await debitsOf(first)
  assert.equal(planned?.status, 'PLANEJADA')
  await first[Symbol.asyncDispose]()
  const backup = await scene.copy()

  const second = await opened(at('2027-01-07', 13))
  await liveUntil(second, at('2027-01-09'))
  assert.deepEqual(await debitsOf(second), [{ txid: planned.txid, status: 'ATIVA' }])
  await second[Symbol.asyncDispose]()

  await using restored = await opened(at('2027-01-09', 13), backup)
  const olga = await operatorOf(restored)
  assert.equal((await standing(olga)).active, true)
  await liveUntil(restored, new Date(restored.now().getTime() + 5 * MINUTE_MS))
  const adopted = await until(async () => {
    const debits = await debitsOf(restored)
    return debits.some(({ status }) => status === 'ATIVA') ? debits : null
  }, 'the order to be found in the list of the bank')
  assert.deepEqual(adopted, [{ txid: planned.txid, status: 'ATIVA' }])

  // Refused until every list has been read again.
  await until(async () => {
    const { status } = await olga.call('POST', `${RECOVERY}/resume`, { reason: 'Conferido.' })
    return status === 202 || null
  }, 'the lists to be read and the gateway to be resumed')
  assert.equal((await standing(olga)).active, false)
  await liveUntil(restored, at(DUE, 23))
  const { body } = await sellerAt(restored, seller).api('GET', `/api/transactions?idRec=${made.idRec}`)
  assert.deepEqual(
    body.data.map((sale: Record<string, unknown>) => [sale.status, sale.externalTransactionId]),
    [['PAGO', planned.txid]],
  )
  assert.equal((await debitsOf(restored)).length, 1)
  await assertBooks(restored)
})
