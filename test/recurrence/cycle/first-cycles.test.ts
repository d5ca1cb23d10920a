// The first cycles of a recurrence, from its authorisation to the sales that are paid, on the calendar of gateway and bank.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { assertBooks } from '../../books.ts'
import type { Seller, TestGateway } from '../../gateway.ts'
import { liveUntil } from '../calendar.ts'
import { inApp, offered, openRecurringGateway, reachesRecurrence, recurringSeller } from '../recurring.ts'

let gateway: TestGateway
let seller: Seller
before(async () => {
  gateway = await openRecurringGateway({ startsAt: new Date('2027-01-04T12:00:00-03:00') })
  seller = await recurringSeller(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

const at = (day: string, hour = 12) => timeOn(day as LocalDate, hour)

test('each cycle is debited on its day, and is a sale of its own', async () => {
  const made = await offered(seller, { dataInicial: '2027-01-15', postbackUrl: undefined })
  await liveUntil(gateway, gateway.now())
  await inApp(gateway, made.idRec, 'accept')
  await reachesRecurrence(seller, made, 'APROVADA')
  const debits = `/api/pix-automatico/${made.idRec}/cobrancas`
  const planned = (await seller.api('GET', debits)).body.data
  assert.deepEqual(
    planned.map((one: Record<string, unknown>) => [one.ciclo, one.dataDeVencimento, one.status, one.amount]),
    [[1, '2027-01-15', 'PLANEJADA', 4990]],
  )
  await liveUntil(gateway, at('2027-01-15', 10))
  const [first] = (await seller.api('GET', `${debits}?status=CONCLUIDA`)).body.data
  assert.equal(first.sale.status, 'PAGO')
  await liveUntil(gateway, at('2027-02-15', 10))
  const { data } = (await seller.api('GET', '/api/transactions')).body
  assert.deepEqual(
    data.map((sale: Record<string, unknown>) => [
      sale.status,
      sale.idRec,
      sale.contrato,
      sale.pixKey,
      sale.paymentMethod,
    ]),
    Array(2).fill(['PAGO', made.idRec, made.contrato, null, 'PIX_AUTOMATICO']),
  )
})

test('the books of seller, ledger and bank agree', () => assertBooks(gateway))
