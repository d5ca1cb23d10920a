// What every adapter keeps about requests to authorise (journey 1) and about charges with a due day (journey 4), proven against a bank.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, dateAt } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { DueChargeRequest, DueCharges } from '#psp/recurrence/port.ts'
import { ADAPTER_NAMES, id, openScene, type Scene, value } from '../adapters.ts'
import { recurrenceRequest, recurring } from './scene.ts'

const UNKNOWN_REQUEST = 'SC9999000120260101abcdefghijk'
const PAYER = { ispb: '99990002', account: '550689', branch: '2569', document: '12345678909' }

const authorization = (idRec: string, payer = PAYER) => ({
  idRec,
  expiresAt: new Date(Date.now() + 7 * DAY_MS),
  payer,
})

async function made({ psp }: Scene, more: Parameters<typeof recurrenceRequest>[0] = {}): Promise<string> {
  return value(await recurring(psp).create(recurrenceRequest(more))).idRec
}

function dueCharges({ psp }: Scene): DueCharges {
  assert.ok(psp.dueCharges)
  return psp.dueCharges
}

const bill = (more: Partial<DueChargeRequest> = {}): DueChargeRequest => ({
  txid: id(),
  amount: centavos(49_90),
  dueOn: addDays(dateAt(new Date()), 5),
  payableDaysAfter: 3,
  payer: { name: 'Maria Silva', document: '12345678909' },
  ...more,
})

for (const name of ADAPTER_NAMES) {
  describe(`a request to authorise at ${name}`, () => {
    it('is sent, found, and listed with its recurrence', async t => {
      const scene = await openScene(t, name)
      const { request, findRequest, find } = recurring(scene.psp)
      const idRec = await made(scene)
      const asked = authorization(idRec)
      const sent = value(await request(asked))
      assert.match(sent.requestId, /^SC[0-9A-Z]{8}\d{8}[A-Za-z0-9]{11}$/)
      assert.equal(sent.expiresAt?.getTime(), asked.expiresAt.getTime())
      assert.equal(value(await findRequest(sent.requestId))?.requestId, sent.requestId)
      const listed = value(await find(idRec))?.requests
      assert.deepEqual(
        listed?.map(({ requestId }) => requestId),
        [sent.requestId],
      )
    })

    it('is sent once to one account, and to no other while it is open', async t => {
      const scene = await openScene(t, name)
      const { request, find } = recurring(scene.psp)
      const idRec = await made(scene)
      const { requestId } = value(await request(authorization(idRec)))
      assert.equal(value(await request(authorization(idRec))).requestId, requestId)
      const elsewhere = await request(authorization(idRec, { ...PAYER, account: '1' }))
      assert.equal(elsewhere.kind, 'refused')
      assert.equal(value(await find(idRec))?.requests.length, 1)
    })

    it('is taken back, however often that is asked, and another may follow', async t => {
      const scene = await openScene(t, name)
      const { request, cancelRequest } = recurring(scene.psp)
      const idRec = await made(scene)
      const { requestId } = value(await request(authorization(idRec)))
      assert.equal(value(await cancelRequest(requestId)).state, 'CANCELADA')
      assert.equal(value(await cancelRequest(requestId)).state, 'CANCELADA')
      assert.notEqual(value(await request(authorization(idRec))).requestId, requestId)
    })

    it('that is unknown is null, and one for an unknown recurrence is refused', async t => {
      const { psp } = await openScene(t, name)
      const { request, findRequest, cancelRequest } = recurring(psp)
      assert.equal(value(await findRequest(UNKNOWN_REQUEST)), null)
      assert.equal((await cancelRequest(UNKNOWN_REQUEST)).kind, 'refused')
      assert.equal((await request(authorization(UNKNOWN_REQUEST.replace('SC', 'RN')))).kind, 'refused')
    })
  })

  describe(`a charge with a due day at ${name}`, () => {
    it('is made as requested, found, and taken away once', async t => {
      const scene = await openScene(t, name)
      const { createDueCharge, findDueCharge, removeDueCharge } = dueCharges(scene)
      const request = bill()
      const charge = value(await createDueCharge(request))
      assert.deepEqual([charge.txid, charge.amount, charge.state], [request.txid, 49_90n, 'open'])
      assert.equal(parseBrCode(charge.brCode ?? '')?.kind, 'dynamic')
      assert.deepEqual(value(await findDueCharge(request.txid)), charge)
      assert.equal((await createDueCharge({ ...request, amount: centavos(1_00) })).kind, 'refused')
      assert.equal(value(await removeDueCharge(request.txid)).state, 'removed')
      assert.equal((await removeDueCharge(request.txid)).kind, 'refused')
    })

    it('that is unknown is null', async t => {
      const scene = await openScene(t, name)
      assert.equal(value(await dueCharges(scene).findDueCharge(id())), null)
    })

    it('that was paid shows its payment', async t => {
      const scene = await openScene(t, name)
      const charge = value(await dueCharges(scene).createDueCharge(bill()))
      const endToEndId = await scene.pay(charge)
      const paid = value(await dueCharges(scene).findDueCharge(charge.txid))
      assert.deepEqual([paid?.state, paid?.payments.map(payment => payment.endToEndId)], ['paid', [endToEndId]])
    })

    it('offers a recurrence by one code for both', async t => {
      const scene = await openScene(t, name)
      const charge = value(await dueCharges(scene).createDueCharge(bill()))
      const { locationId } = value(await recurring(scene.psp).createLocation())
      const idRec = await made(scene, { locationId })
      const found = value(await recurring(scene.psp).find(idRec, charge.txid))
      assert.equal(found?.qrJourney, 4)
      const [code, bare] = [parseBrCode(found.brCode ?? ''), parseBrCode(charge.brCode ?? '')]
      assert.ok(code?.kind === 'dynamic' && bare?.kind === 'dynamic')
      assert.equal(code.url, bare.url)
      assert.ok(code.recurrenceUrl)
    })
  })
}
