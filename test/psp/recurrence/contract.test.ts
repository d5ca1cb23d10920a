// What every adapter keeps about recurring PIX, proven against a bank: one suite of sentences for all of them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, dateAt } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Listed, Outcome } from '#psp/port.ts'
import { retryPolicyOf } from '#psp/recurrence/port.ts'
import { ADAPTER_NAMES, id, openScene, type Scene, value } from '../adapters.ts'
import {
  approved,
  approvedWith,
  debitOf,
  openListener,
  order,
  recurrenceRequest,
  recurring,
  settledOn,
} from './scene.ts'

const UNKNOWN_REC = 'RN9999000120260101abcdefghijk'
const today = () => dateAt(new Date())

async function located({ psp }: Scene): Promise<string> {
  return value(await recurring(psp).createLocation()).locationId
}

async function everyPage<T>(list: (page: number) => Promise<Outcome<Listed<T>>>): Promise<T[]> {
  const items: T[] = []
  for (let page = 0, more = true; more; page++) {
    const listed = value(await list(page))
    assert.deepEqual(listed.unread, [])
    items.push(...listed.items)
    more = listed.more
  }
  return items
}

const AROUND = () => ({ from: new Date(Date.now() - MINUTE_MS), to: new Date(Date.now() + MINUTE_MS) })

for (const name of ADAPTER_NAMES) {
  describe(`a recurrence at ${name}`, () => {
    it('is made at a location, which tells of it, and is found as it was made', async t => {
      const scene = await openScene(t, name)
      const { createLocation, findLocation, create, find } = recurring(scene.psp)
      const location = value(await createLocation())
      assert.equal(location.idRec, null)
      assert.deepEqual(value(await findLocation(location.locationId)), location)
      const made = value(await create(recurrenceRequest({ locationId: location.locationId })))
      assert.deepEqual(
        [made.state, made.contract, made.debtorDocument, made.locationId, made.activatedBy, made.payer, made.ending],
        ['CRIADA', 'CONTRATO-1', '12345678909', location.locationId, null, null, null],
      )
      assert.equal(retryPolicyOf(made.idRec), 'NAO_PERMITE')
      assert.ok(made.createdAt !== null && Math.abs(made.createdAt.getTime() - Date.now()) < MINUTE_MS)
      assert.equal(value(await findLocation(location.locationId))?.idRec, made.idRec)
      const found = value(await find(made.idRec))
      assert.deepEqual({ ...found, brCode: null, qrJourney: null }, made)
      const code = parseBrCode(found?.brCode ?? '')
      assert.equal(code?.kind, 'recurrence')
      assert.equal(code?.kind === 'recurrence' && code.recurrenceUrl, location.location)
      assert.equal(found?.qrJourney, 2)
    })

    it('carries its policy of retries in its id', async t => {
      const { psp } = await openScene(t, name)
      const { idRec } = value(await recurring(psp).create(recurrenceRequest({ retryPolicy: 'PERMITE_3R_7D' })))
      assert.equal(retryPolicyOf(idRec), 'PERMITE_3R_7D')
    })

    it('with a minimum, an end and another periodicity is made as well', async t => {
      const { psp } = await openScene(t, name)
      const endsOn = addDays(today(), 400)
      const request = recurrenceRequest({ amount: null, minimum: centavos(10_00), endsOn, periodicity: 'TRIMESTRAL' })
      assert.equal(value(await recurring(psp).create(request)).state, 'CRIADA')
    })

    it('is made once at its location: the same again is answered with it', async t => {
      const scene = await openScene(t, name)
      const { create } = recurring(scene.psp)
      const request = recurrenceRequest({ locationId: await located(scene) })
      const made = value(await create(request))
      assert.deepEqual(value(await create(request)).idRec, made.idRec)
      const other = await create({ ...request, contract: 'CONTRATO-2' })
      assert.equal(other.kind, 'refused')
      assert.equal((await everyPage(page => recurring(scene.psp).list(AROUND(), page))).length, 1)
    })

    it('at a location that does not exist is refused', async t => {
      const { psp } = await openScene(t, name)
      assert.equal((await recurring(psp).create(recurrenceRequest({ locationId: '999999' }))).kind, 'refused')
      assert.equal(value(await recurring(psp).findLocation('999999')), null)
    })

    it('with a charge has the code of both, and is activated by nothing yet', async t => {
      const scene = await openScene(t, name)
      const { create, find } = recurring(scene.psp)
      const charge = await scene.charge(49_90n)
      const request = recurrenceRequest({ locationId: await located(scene), activatedBy: charge.txid })
      const { idRec } = value(await create(request))
      const found = value(await find(idRec, charge.txid))
      assert.deepEqual([found?.state, found?.activatedBy, found?.qrJourney], ['CRIADA', null, 3])
      const [code, bare] = [parseBrCode(found?.brCode ?? ''), parseBrCode(charge.brCode ?? '')]
      assert.ok(code?.kind === 'dynamic' && bare?.kind === 'dynamic' && bare.recurrenceUrl === undefined)
      assert.equal(code.url, bare.url)
      assert.ok(code.recurrenceUrl)
    })

    it('that is unknown is null, and is neither changed nor cancelled', async t => {
      const { psp } = await openScene(t, name)
      const { find, change, cancel } = recurring(psp)
      assert.equal(value(await find(UNKNOWN_REC)), null)
      assert.equal(value(await find(UNKNOWN_REC, id())), null)
      assert.equal((await change(UNKNOWN_REC, { debtorName: 'Ana' })).kind, 'refused')
      assert.equal((await cancel(UNKNOWN_REC)).kind, 'refused')
    })

    it('is changed before it is authorised', async t => {
      const { psp } = await openScene(t, name)
      const { create, change } = recurring(psp)
      const { idRec } = value(await create(recurrenceRequest()))
      assert.equal(value(await change(idRec, { startsOn: addDays(today(), 20) })).state, 'CRIADA')
      assert.equal(value(await change(idRec, { debtorName: 'Ana Maria Souza' })).state, 'CRIADA')
    })

    it('is shown with who has authorised it, and by what', async t => {
      const scene = await openScene(t, name)
      const before = Date.now()
      const { idRec } = await approved(scene)
      const found = value(await recurring(scene.psp).find(idRec))
      assert.deepEqual([found?.state, found?.activatedBy], ['APROVADA', 2])
      assert.match(found?.payer?.ispb ?? '', /^[0-9A-Z]{8}$/)
      assert.match(found?.payer?.document ?? '', /^\d{11}$/)
      assert.ok(found?.activatedAt && found.activatedAt.getTime() >= before - 1_000)
      const tooLate = await recurring(scene.psp).change(idRec, { startsOn: addDays(today(), 30) })
      assert.equal(tooLate.kind, 'refused')
    })

    it('is cancelled, however often that is asked, and says by whom', async t => {
      const scene = await openScene(t, name)
      const { cancel, find } = recurring(scene.psp)
      const { idRec } = await approved(scene)
      const { state, ending } = value(await cancel(idRec))
      assert.deepEqual([state, ending?.kind, ending?.by], ['CANCELADA', 'CANCELAMENTO', 'USUARIO_RECEBEDOR'])
      assert.equal(value(await cancel(idRec)).state, 'CANCELADA')
      assert.deepEqual(value(await find(idRec))?.ending, ending)
    })

    it('that its payer refuses says so', async t => {
      const scene = await openScene(t, name)
      const { idRec } = value(await recurring(scene.psp).create(recurrenceRequest()))
      await scene.bank.call('POST', `/sandbox/app/rec/${idRec}/refuse`)
      const found = value(await recurring(scene.psp).find(idRec))
      assert.deepEqual([found?.state, found?.ending?.kind, found?.ending?.code], ['REJEITADA', 'REJEICAO', 'AP13'])
      assert.equal((await recurring(scene.psp).cancel(idRec)).kind, 'refused')
    })

    it('is listed once, on one of the pages, by when it was created', async t => {
      const { psp } = await openScene(t, name)
      const { create, list } = recurring(psp)
      const made: string[] = []
      for (let n = 0; n < 3; n++) made.push(value(await create(recurrenceRequest({ contract: `C${n}` }))).idRec)
      const listed = await everyPage(page => list(AROUND(), page))
      assert.deepEqual(listed.map(({ idRec }) => idRec).toSorted(), made.toSorted())
      const past = { from: new Date(Date.now() - 60 * MINUTE_MS), to: new Date(Date.now() - MINUTE_MS) }
      assert.deepEqual(value(await list(past, 0)), { items: [], more: false, unread: [] })
    })
  })

  describe(`a debit at ${name}`, () => {
    it('is ordered, and found as it was ordered', async t => {
      const scene = await openScene(t, name)
      const { idRec } = await approved(scene)
      const request = debitOf(idRec)
      const ordered = await order(scene, request)
      assert.deepEqual(ordered, {
        txid: request.txid,
        idRec,
        state: 'CRIADA',
        amount: request.amount,
        dueOn: request.dueOn,
        createdOn: today(),
        tries: [],
        ending: null,
        payments: [],
      })
      assert.equal(value(await recurring(scene.psp).findDebit(request.txid))?.txid, request.txid)
    })

    it('is ordered once, however often that is asked', async t => {
      const scene = await openScene(t, name)
      const { idRec } = await approved(scene)
      const request = debitOf(idRec)
      for (let n = 0; n < 3; n++) assert.equal((await order(scene, request)).txid, request.txid)
      assert.equal((await everyPage(page => recurring(scene.psp).listDebits(AROUND(), page))).length, 1)
    })

    it('under a txid that another one has needs a person', async t => {
      const scene = await openScene(t, name)
      const { idRec } = await approved(scene)
      const request = debitOf(idRec)
      await order(scene, request)
      const outcome = await recurring(scene.psp).createDebit({ ...request, dueOn: addDays(request.dueOn, 1) })
      assert.deepEqual([outcome.kind, outcome.kind === 'unknown' && outcome.alert], ['unknown', true])
    })

    it('is refused for another in its cycle, for a day that is over, and for good', async t => {
      const scene = await openScene(t, name)
      const { idRec } = await approved(scene)
      const { createDebit } = recurring(scene.psp)
      await order(scene, debitOf(idRec))
      const codeOf = async (more: object) => {
        const outcome = await createDebit({ ...debitOf(idRec), ...more })
        return outcome.kind === 'refused' ? outcome.code : outcome.kind
      }
      assert.equal(await codeOf({ dueOn: addDays(debitOf(idRec).dueOn, 1) }), 'MESMO_CICLO')
      assert.equal(await codeOf({ dueOn: addDays(today(), -1) }), 'DATA_DE_VENCIMENTO')
      const forGood = await createDebit({ ...debitOf(UNKNOWN_REC) })
      assert.ok(forGood.kind === 'refused' && !['MESMO_CICLO', 'DATA_DE_VENCIMENTO'].includes(forGood.code))
    })

    it('that is unknown is null, and is neither cancelled nor tried again', async t => {
      const { psp } = await openScene(t, name)
      const { findDebit, cancelDebit, retryDebit } = recurring(psp)
      assert.equal(value(await findDebit(id())), null)
      assert.equal((await cancelDebit(id())).kind, 'refused')
      assert.equal((await retryDebit(id(), addDays(today(), 3))).kind, 'refused')
    })

    it('is cancelled before its day, however often that is asked', async t => {
      const scene = await openScene(t, name)
      const { cancelDebit } = recurring(scene.psp)
      const { idRec } = await approved(scene)
      const { txid } = await order(scene, debitOf(idRec))
      const { state, ending } = value(await cancelDebit(txid))
      assert.deepEqual([state, ending?.by, ending?.code], ['CANCELADA', 'USUARIO_RECEBEDOR', 'SLCR'])
      assert.equal(value(await cancelDebit(txid)).state, 'CANCELADA')
    })

    it('is paid on its day, and shows its payment', async t => {
      const scene = await openScene(t, name)
      const { idRec } = await approved(scene)
      const { txid } = await order(scene, debitOf(idRec))
      const { endToEndId, settlesOn } = await settledOn(scene, txid, 'PAGA')
      const debit = value(await recurring(scene.psp).findDebit(txid))
      assert.equal(debit?.state, 'CONCLUIDA')
      const [payment] = debit.payments
      assert.deepEqual([payment?.endToEndId, payment?.txid, payment?.amount], [endToEndId, txid, 49_90n])
      assert.equal(payment && dateAt(payment.paidAt), settlesOn)
      assert.equal(value(await scene.psp.payIn.findReceived(endToEndId ?? ''))?.txid, txid)
    })

    it('is listed once, on one of the pages', async t => {
      const scene = await openScene(t, name)
      const made: string[] = []
      for (let n = 0; n < 3; n++) made.push((await order(scene, debitOf((await approved(scene)).idRec))).txid)
      const { listDebits } = recurring(scene.psp)
      const listed = await everyPage(page => listDebits(AROUND(), page))
      assert.deepEqual(listed.map(({ txid }) => txid).toSorted(), made.toSorted())
    })
  })

  describe(`callbacks of recurring PIX of ${name}`, () => {
    it('go to the address that was registered last, under their own names', async t => {
      const scene = await openScene(t, name)
      const { registerCallbacks, findCallbacks } = recurring(scene.psp)
      const listener = await openListener(t)
      for (const subject of ['rec', 'cobr'] as const) {
        assert.equal(value(await findCallbacks(subject)), null)
        value(await registerCallbacks(subject, listener.url))
        assert.equal(value(await findCallbacks(subject)), listener.url)
      }
      const { idRec } = await approvedWith(scene, recurrenceRequest())
      const [call] = await listener.arrived(1)
      assert.equal(call?.path, '/rec')
      assert.deepEqual(scene.psp.readCallback(call?.body), { hints: [{ about: 'recurrence', idRec }], unread: 0 })
    })
  })
}
