// What becomes of a charge by the name of its debtor, and a clock that jumps over all of it at once.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type BankClient, EVER } from '../test-bank.ts'
import {
  approvedRec,
  bodyOf,
  chargeBody,
  chargeOf,
  listen,
  moveTo,
  openStillBank,
  orderCharge,
  recBody,
  recOf,
  settled,
} from './recurring.ts'

const RETRIES = { politicaRetentativa: 'PERMITE_3R_7D' }

const ordered = async (bank: BankClient, nome: string, more: object = {}) => {
  const { idRec } = await approvedRec(bank, bodyOf(nome, more))
  return { idRec, txid: await orderCharge(bank, idRec) }
}

/** Each update of the charge and of its tries, in order: "2026-03-10T00:41 AGND PAGA". */
// biome-ignore lint/suspicious/noExplicitAny: a charge as the bank shows it.
const storyOf = ({ tentativas = [] }: any): string[] =>
  tentativas.flatMap((one: { tipo: string; atualizacao: { status: string; data: string }[] }) =>
    one.atualizacao.map(({ status, data }) => `${data.slice(0, 16)} ${one.tipo} ${status}`),
  )

test('a debtor without money fails in the morning and in the evening; without retries the charge is over at 21:00', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const { txid } = await ordered(bank, 'Sem saldo Souza')
  await moveTo(bank, '2027-03-10T00:00:00Z')
  const charge = await settled(bank, txid)
  assert.equal(charge.status, 'EXPIRADA')
  assert.deepEqual(storyOf(charge), ['2026-03-02T12:00 AGND AGENDADA', '2026-03-11T00:00 AGND EXPIRADA'])
  assert.equal(charge.atualizacao.at(-1).data, '2026-03-11T00:00:00.000Z')
  await listener.arrived(3)
  const statuses = listener.calls.filter(({ path }) => path === '/hook/cobr').map(({ body }) => body.cobsr[0].status)
  assert.deepEqual(statuses, ['ATIVA', 'EXPIRADA'])
  assert.deepEqual((await bank.call('GET', `/v2/pix?${EVER}`)).body.pix, [])
})

test('with retries the charge waits for them until seven days after its due day', async t => {
  const bank = await openStillBank(t)
  const { txid } = await ordered(bank, 'SEM SALDO', RETRIES)
  await moveTo(bank, '2026-03-11T00:00:00Z')
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
  assert.equal((await bank.call('GET', '/sandbox/clock')).body.nextDueAt, '2026-03-18T03:00:00.000Z')
  await moveTo(bank, '2026-03-18T03:00:00Z')
  assert.equal((await settled(bank, txid)).status, 'EXPIRADA')
})

test('"Na retentativa 2" fails twice and pays on the second retry', async t => {
  const bank = await openStillBank(t)
  const { txid } = await ordered(bank, 'Na retentativa 2', RETRIES)
  const retry = (day: string) => bank.call('POST', `/v2/cobr/${txid}/retentativa/${day}`)
  await moveTo(bank, '2026-03-11T13:00:00Z')
  await settled(bank, txid)
  assert.equal((await retry('2026-03-12')).status, 201)
  await moveTo(bank, '2026-03-13T13:00:00Z')
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
  assert.equal((await retry('2026-03-14')).status, 201)
  await moveTo(bank, '2026-03-14T12:00:00Z')
  const charge = await settled(bank, txid)
  assert.deepEqual(
    [charge.status, charge.tentativas.map(({ status }: { status: string }) => status)],
    ['CONCLUIDA', ['EXPIRADA', 'EXPIRADA', 'PAGA']],
  )
  assert.equal(new Set(charge.tentativas.map(({ endToEndId }: { endToEndId: string }) => endToEndId)).size, 3)
})

test('"À noite" pays at five past six in the evening', async t => {
  const bank = await openStillBank(t)
  const { txid } = await ordered(bank, 'À noite Lima')
  await moveTo(bank, '2026-03-10T21:04:59Z')
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
  await moveTo(bank, '2026-03-10T21:05:00Z')
  const charge = await settled(bank, txid)
  assert.deepEqual([charge.status, charge.pix[0].horario], ['CONCLUIDA', '2026-03-10T21:05:00.000Z'])
})

test("the payer's bank rejects what is above the cap, another amount, another day, or a closed account", async t => {
  const bank = await openStillBank(t)
  const rejected = async (nome: string, more: object, charge: object = {}) => {
    const { idRec } = await approvedRec(bank, bodyOf(nome, more))
    const txid = await orderCharge(bank, idRec, charge)
    const { status, tentativas, encerramento } = await settled(bank, txid)
    assert.deepEqual(encerramento.rejeicao, tentativas[0].rejeicao)
    return `${status} ${tentativas[0].status} ${encerramento.rejeicao.codigo}`
  }
  const variable = { valor: undefined }
  const above = { valor: { original: '50.01' } }
  assert.equal(await rejected('Limite 50,00', variable, above), 'REJEITADA REJEITADA AM02')
  assert.equal(await rejected('Maria Silva', {}, above), 'REJEITADA REJEITADA AM09')
  assert.equal(await rejected('Conta encerrada', {}), 'REJEITADA REJEITADA AC05')
  assert.equal(await rejected('Divergente', {}), 'REJEITADA REJEITADA DTED')
  const early = { calendario: { dataDeVencimento: '2026-03-09' } }
  assert.equal(await rejected('Maria Silva', {}, early), 'REJEITADA REJEITADA DTED')
  const { txid } = await ordered(bank, 'Limite 50,00', variable)
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
})

test('a payer gives up one charge on the eve of its day, or everything on the day after it was scheduled', async t => {
  const bank = await openStillBank(t)
  const one = await ordered(bank, 'Cancela débito')
  const all = await ordered(bank, 'Cancela tudo')
  await moveTo(bank, '2026-03-03T13:00:00Z')
  const gone = await settled(bank, all.txid)
  assert.deepEqual([gone.status, gone.encerramento.cancelamento.codigo], ['CANCELADA', 'CCLD'])
  const rec = await recOf(bank, all.idRec)
  assert.deepEqual([rec.status, rec.encerramento.cancelamento.solicitante], ['CANCELADA', 'USUARIO_PAGADOR'])
  await moveTo(bank, '2026-03-10T02:29:59Z')
  assert.equal((await settled(bank, one.txid)).status, 'ATIVA')
  await moveTo(bank, '2026-03-10T02:30:00Z')
  const cancelled = await settled(bank, one.txid)
  assert.deepEqual([cancelled.status, cancelled.encerramento.cancelamento.codigo], ['CANCELADA', 'SLBD'])
  assert.equal((await recOf(bank, one.idRec)).status, 'APROVADA')
})

test('callbacks of a charge come late, never, or three times and once stale; lookups know at once', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const late = await ordered(bank, 'Atrasa')
  await ordered(bank, 'Muda')
  const repeated = await ordered(bank, 'Repete')
  await moveTo(bank, '2026-03-02T12:00:00Z')
  assert.equal((await chargeOf(bank, late.txid)).status, 'ATIVA')
  await listener.arrived(8)
  const reported = listener.calls.filter(({ path }) => path === '/hook/cobr').map(({ body }) => body.cobsr[0])
  assert.deepEqual(reported.map(({ txid, status }) => [txid === repeated.txid, status]).sort(), [
    [true, 'ATIVA'],
    [true, 'ATIVA'],
    [true, 'ATIVA'],
    [true, 'CRIADA'],
  ])
  await moveTo(bank, '2026-03-02T18:00:00Z')
  await listener.arrived(10)
})

test('a clock that jumps by a year leaves each thing at its own time, in its order', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const { idRec } = await approvedRec(
    bank,
    recBody({ calendario: { dataInicial: '2026-03-10', periodicidade: 'SEMANAL' } }),
  )
  const days = ['2026-03-10', '2026-03-17', '2026-03-24', '2026-03-31']
  const txids: string[] = []
  for (const dataDeVencimento of days) txids.push(await orderCharge(bank, idRec, { calendario: { dataDeVencimento } }))
  await moveTo(bank, '2027-03-02T12:00:00Z')
  for (const [n, txid] of txids.entries()) {
    const { status, pix } = await settled(bank, txid)
    assert.equal(status, 'CONCLUIDA')
    assert.equal(pix[0].horario.slice(0, 10), days[n])
  }
  await listener.arrived(1 + 2 * days.length)
  const paid = listener.calls.flatMap(({ body }) => body.cobsr ?? []).filter(({ status }) => status === 'CONCLUIDA')
  assert.deepEqual(new Set(paid.map(({ txid }) => txid)), new Set(txids))
  const { body } = await bank.call('GET', '/v2/pix?inicio=2026-03-10T00:00:00Z&fim=2026-03-18T00:00:00Z')
  assert.equal(body.pix.length, 2)
})

const EVERYBODY = [
  'Maria Silva',
  'Sem saldo',
  'À noite',
  'Na retentativa 1',
  'Conta encerrada',
  'Cancela débito',
  'Cancela tudo',
  'Atrasa',
]

/** What became of one charge of each debtor, when the clock was moved to the end of March by `move`. */
async function endings(t: TestContext, move: (bank: BankClient) => Promise<void>): Promise<unknown[]> {
  const bank = await openStillBank(t)
  const txids: string[] = []
  for (const [n, nome] of EVERYBODY.entries()) {
    const { idRec } = await approvedRec(bank, bodyOf(nome, RETRIES))
    const txid = `same${String(n).padStart(26, '0')}`
    assert.equal((await bank.call('PUT', `/v2/cobr/${txid}`, chargeBody(idRec))).status, 201)
    txids.push(txid)
  }
  await move(bank)
  const endings: unknown[] = []
  for (const txid of txids) {
    const charge = await settled(bank, txid)
    endings.push([charge.status, charge.atualizacao, storyOf(charge), charge.pix?.map((one: Pix) => one.horario)])
  }
  return endings
}

type Pix = { horario: string }

const END = '2026-03-31T12:00:00Z'

test('a clock that jumps leaves what one leaves that stops wherever something is due', async t => {
  const jumped = await endings(t, bank => moveTo(bank, END))
  let stops = 0
  const walked = await endings(t, async bank => {
    for (;;) {
      await settled(bank, 'none')
      const { nextDueAt } = (await bank.call('GET', '/sandbox/clock')).body
      if (nextDueAt === null || nextDueAt > END) return
      await moveTo(bank, nextDueAt)
      stops += 1
    }
  })
  assert.deepEqual(walked, jumped)
  assert.ok(stops >= EVERYBODY.length, String(stops))
})

test('a bank that keeps debits out of its list of Pix tells of them with their charges alone', async t => {
  const bank = await openStillBank(t)
  await bank.call('POST', '/sandbox/settings', { listDebits: false })
  const { txid } = await ordered(bank, 'Maria Silva')
  await moveTo(bank, '2026-03-10T11:00:00Z')
  const { pix } = await settled(bank, txid)
  assert.deepEqual((await bank.call('GET', `/v2/pix?${EVER}`)).body.pix, [])
  assert.equal((await bank.call('GET', `/v2/pix/${pix[0].endToEndId}`)).status, 200)
  const listener = await listen(t, bank)
  const returned = await bank.call('PUT', `/v2/pix/${pix[0].endToEndId}/devolucao/a`, { valor: '5.00' })
  assert.equal(returned.status, 201)
  const calls = await listener.arrived(1)
  assert.equal(calls[0]?.body.cobsr[0].pix[0].devolucoes[0].status, 'DEVOLVIDO')
})
