// What is asked of a bank about recurring PIX and gets no usable answer: unknown, never a refusal; and asked again under the same name it is
// one recurrence, one debit, one retry, whether the first call was executed or not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays } from '#kernel/calendar/local-time.ts'
import type { Outcome } from '#psp/port.ts'
import { slowSuite } from '../../long.ts'
import { type AdapterName, openScene, type Scene, value } from '../adapters.ts'
import { approvedWith, debitOf, order, recurrenceRequest, recurring, reported, settledOn } from './scene.ts'

/** What is answered is answered by then, also on a busy machine. */
const TIMEOUT_MS = 2_000

const FATES: [sentence: string, fault: object][] = [
  ['that is lost on its way', { fate: 'timeoutBefore' }],
  ['whose answer is lost', { fate: 'timeoutAfter' }],
  ['that is answered 503 and executed all the same', { fate: '503', executed: true }],
  ['that is answered 500 and not executed', { fate: '500' }],
  ['whose answer cannot be read', { fate: 'malformed' }],
]

const ADAPTERS = ['bcb', 'efi'] as const satisfies AdapterName[]

async function meet({ bank }: Scene, on: string, fault: object): Promise<void> {
  const answer = await bank.call('POST', '/sandbox/faults', { on, times: 1, ...fault })
  assert.ok(answer.status < 300, answer.text)
}

/** The first call is unknown; the second is done. */
async function twice<T>(call: () => Promise<Outcome<T>>): Promise<T> {
  const first = await call()
  assert.equal(first.kind, 'unknown')
  return value(await call())
}

/** The adapters differ in no call here: the second is a further look. */
const suiteOf = (name: AdapterName) => (name === 'bcb' ? describe : slowSuite)

for (const name of ADAPTERS)
  for (const [sentence, fault] of FATES) {
    const open = (t: Parameters<typeof openScene>[0]) => openScene(t, name, TIMEOUT_MS)

    suiteOf(name)(`at ${name} a call ${sentence}`, () => {
      it('makes one recurrence at its location', async t => {
        const scene = await open(t)
        const { createLocation, create, findLocation } = recurring(scene.psp)
        const { locationId } = value(await createLocation())
        await meet(scene, 'POST /rec', fault)
        const { idRec } = await twice(() => create(recurrenceRequest({ locationId })))
        assert.equal(value(await findLocation(locationId))?.idRec, idRec)
        assert.deepEqual(await reported(scene, 'recs'), [idRec])
      })

      it('orders one debit', async t => {
        const scene = await open(t)
        const request = debitOf((await approvedWith(scene, recurrenceRequest())).idRec)
        await meet(scene, 'PUT /cobr', fault)
        const { txid } = await twice(() => recurring(scene.psp).createDebit(request))
        assert.deepEqual(await reported(scene, 'cobsr'), [txid])
      })

      it('cancels a debit and a recurrence', async t => {
        const scene = await open(t)
        const { cancel, cancelDebit } = recurring(scene.psp)
        const { idRec } = await approvedWith(scene, recurrenceRequest())
        const { txid } = await order(scene, debitOf(idRec))
        await meet(scene, 'PATCH /cobr', fault)
        assert.equal((await twice(() => cancelDebit(txid))).state, 'CANCELADA')
        await meet(scene, 'PATCH /rec', fault)
        assert.equal((await twice(() => cancel(idRec))).state, 'CANCELADA')
      })

      it('orders one retry', async t => {
        const scene = await open(t)
        const { retryDebit, findDebit } = recurring(scene.psp)
        const debtor = { name: 'Sem saldo', document: '12345678909' }
        const request = recurrenceRequest({ retryPolicy: 'PERMITE_3R_7D', debtor })
        const { txid, dueOn } = await order(scene, debitOf((await approvedWith(scene, request)).idRec))
        const { settlesOn } = await settledOn(scene, txid, 'EXPIRADA')
        assert.ok(settlesOn >= dueOn)
        const day = addDays(settlesOn, 2)
        await meet(scene, 'POST /cobr', fault)
        await twice(() => retryDebit(txid, day))
        const tries = value(await findDebit(txid))?.tries.filter(({ kind }) => kind === 'NTAG')
        assert.equal(tries?.length, 1)
      })
    })
  }
