// The registrations of recurring PIX, its lists, charges with a due day, and what waits while the gateway is in recovery.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import { pausable } from '#psp/client/paused.ts'
import { inWords } from '../scripted-adapter.ts'
import { absent, cobr, day, ID_REC, ok, rec, scripted, TXID } from './scripted.ts'

describe('the registration of callbacks', () => {
  const url = 'https://pay.example.com/callbacks/psp/x'
  it('has an address of its own for recurrences and for debits', async () => {
    const { recurrences, calls } = scripted([ok({ webhookUrl: url })])
    await recurrences.registerCallbacks('rec', url)
    assert.deepEqual(await recurrences.findCallbacks('cobr'), { kind: 'done', value: url })
    assert.deepEqual(calls, [
      { method: 'PUT', path: '/v2/webhookrec', body: { webhookUrl: url }, headers: {} },
      { method: 'GET', path: '/v2/webhookcobr', body: undefined, headers: {} },
    ])
  })
  it('asks Efí to leave its check of certificates out where none are required here', async () => {
    const headersAt = async (mtlsCallbacks: boolean) => {
      const { psp, recurrences, calls } = scripted([ok({ webhookUrl: url })], 'efi', mtlsCallbacks)
      await recurrences.registerCallbacks('rec', url)
      await psp.registerCallbacks(url)
      return calls.map(({ headers }) => headers)
    }
    const skip = { 'x-skip-mtls-checking': 'true' }
    assert.deepEqual(
      [await headersAt(false), await headersAt(true)],
      [
        [skip, skip],
        [{}, {}],
      ],
    )
  })
  it('that was never made is null, in the words of either', async () => {
    const central = scripted([absent('NaoEncontrado')])
    assert.deepEqual(await central.recurrences.findCallbacks('rec'), { kind: 'done', value: null })
    const efi = scripted([{ status: 400, body: { nome: 'webhook_nao_encontrado', mensagem: 'M' } }], 'efi')
    assert.deepEqual(await efi.recurrences.findCallbacks('rec'), { kind: 'done', value: null })
  })
})

describe('the lists', () => {
  it('are read by their own names; an entry that cannot be read is named', async () => {
    const period = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-02T00:00:00Z') }
    const parametros = { paginacao: { paginaAtual: 0, quantidadeDePaginas: 2 } }
    const bad = { idRec: ID_REC.replace('A', 'B'), status: 'NOVA' }
    const recs = await scripted([ok({ parametros, recs: [rec(), bad] })]).recurrences.list(period, 0)
    assert.equal(
      inWords(recs, ({ items, more, unread }) => `${items.length} ${more} ${unread}`),
      `done 1 true ${bad.idRec}`,
    )
    const debits = scripted([ok({ parametros, cobsr: [cobr(), { txid: 'T9' }] })])
    const listed = await debits.recurrences.listDebits(period, 0)
    assert.equal(
      inWords(listed, ({ items, unread }) => `${items.length} ${unread}`),
      'done 1 T9',
    )
    assert.match(debits.asked()[0] ?? '', /^GET \/v2\/cobr\?inicio=2026-11-01T00%3A00%3A00.000Z&fim=/)
    assert.equal((await scripted([ok({ pix: [] })]).recurrences.list(period, 0)).kind, 'unknown')
  })
})

describe('a charge with a due day', () => {
  it('is asked for on the key, with its last day', async () => {
    const { psp, calls } = scripted([
      ok({ txid: TXID, status: 'ATIVA', valor: { original: '10.00' }, pixCopiaECola: '000201' }, 201),
    ])
    const due = { txid: TXID, amount: centavos(10_00), dueOn: day('2026-12-10'), payableDaysAfter: 5 }
    const outcome = await psp.dueCharges?.createDueCharge({ ...due, payer: { name: 'Ana', document: '52998224725' } })
    assert.equal(outcome && inWords(outcome, ({ state, brCode }) => `${state} ${brCode}`), 'done open 000201')
    assert.deepEqual(
      [calls[0]?.method, calls[0]?.path, calls[0]?.body],
      [
        'PUT',
        `/v2/cobv/${TXID}`,
        {
          calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: 5 },
          devedor: { cpf: '52998224725', nome: 'Ana' },
          valor: { original: '10.00' },
          chave: 'key',
        },
      ],
    )
  })
})

describe('a gateway in recovery', () => {
  it('asks the PSP for nothing that it may have forgotten, and makes recurrences', async () => {
    const { psp, asked } = scripted([ok(rec())])
    const { recurrences, dueCharges } = pausable(psp, () => true)
    if (recurrences === undefined || dueCharges === undefined) throw new Error('no recurring PIX')
    const debit = { txid: TXID, idRec: ID_REC, dueOn: day('2026-12-10'), amount: centavos(49_90) }
    const paused = await Promise.all([
      recurrences.createDebit({ ...debit, adjustsToBusinessDay: true, info: '' }),
      recurrences.retryDebit(TXID, day('2026-12-12')),
      recurrences.cancelDebit(TXID),
      recurrences.cancel(ID_REC),
      recurrences.cancelRequest('SC1'),
      recurrences.change(ID_REC, { debtorName: 'Ana' }),
      recurrences.registerCallbacks('rec', 'https://pay.example.com'),
      dueCharges.removeDueCharge(TXID),
    ])
    for (const outcome of paused) assert.equal(outcome.kind === 'unknown' && outcome.unsent, true)
    assert.deepEqual(asked(), [])
    assert.equal(
      inWords(await recurrences.find(ID_REC), value => String(value?.state)),
      'done CRIADA',
    )
    await recurrences.createLocation()
    assert.deepEqual(asked(), [`GET /v2/rec/${ID_REC}`, 'POST /v2/locrec'])
  })
})
