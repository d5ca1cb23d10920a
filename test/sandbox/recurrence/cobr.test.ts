// The recurring charge at the bank: ordered, scheduled, debited, told about, and each order that is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balanceOf, createCob, EVER, freshId } from '../test-bank.ts'
import {
  approvedRec,
  chargeBody,
  chargeOf,
  createRec,
  DEBTOR,
  listen,
  moveTo,
  openStillBank,
  orderCharge,
  PROBLEM,
  recBody,
  settled,
} from './recurring.ts'

const retryable = (more: object = {}) => recBody({ politicaRetentativa: 'PERMITE_3R_7D', ...more })

test('an order is scheduled, debited in the night of its day, and its Pix is told about and listed', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const { idRec } = await approvedRec(bank)
  await listener.arrived(1)
  const txid = freshId('cobr')
  const created = await bank.call('PUT', `/v2/cobr/${txid}`, chargeBody(idRec, { infoAdicional: 'Março' }))
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(created.body, {
    idRec,
    txid,
    infoAdicional: 'Março',
    calendario: { criacao: '2026-03-02', dataDeVencimento: '2026-03-10' },
    valor: { original: '35.00' },
    status: 'CRIADA',
    politicaRetentativa: 'NAO_PERMITE',
    ajusteDiaUtil: true,
    recebedor: {
      cnpj: '11222333000181',
      nome: 'PORTEIRA DEMONSTRACAO',
      agencia: '0001',
      conta: '1234567',
      tipoConta: 'CORRENTE',
    },
    atualizacao: [{ status: 'CRIADA', data: '2026-03-02T12:00:00.000Z' }],
  })
  await listener.arrived(2)
  const scheduled = await chargeOf(bank, txid)
  assert.equal(scheduled.status, 'ATIVA')
  const [first] = scheduled.tentativas
  assert.deepEqual([first.dataLiquidacao, first.tipo, first.status], ['2026-03-10', 'AGND', 'AGENDADA'])
  assert.match(first.endToEndId, /^E99990002202603021200[0-9A-Za-z]{11}$/)
  const { nextDueAt } = (await bank.call('GET', '/sandbox/clock')).body
  assert.ok(nextDueAt >= '2026-03-10T03:05:00' && nextDueAt < '2026-03-10T11:00:00', nextDueAt)

  await moveTo(bank, '2027-03-10T00:00:00Z')
  const calls = await listener.arrived(3)
  const done = await chargeOf(bank, txid)
  assert.deepEqual([done.status, done.tentativas[0].status], ['CONCLUIDA', 'PAGA'])
  const [pix] = done.pix
  assert.deepEqual(
    [pix.endToEndId, pix.txid, pix.valor, pix.horario, pix.gnExtras.pagador.cpf],
    [first.endToEndId, txid, '35.00', nextDueAt, DEBTOR.cpf],
  )
  assert.equal(done.atualizacao.at(-1).data, nextDueAt)
  assert.deepEqual((await bank.call('GET', `/v2/pix/${pix.endToEndId}`)).body, pix)
  assert.deepEqual((await bank.call('GET', `/v2/pix?${EVER}`)).body.pix, [pix])
  assert.equal(await balanceOf(bank), '1000035.00')
  const { path, body } = calls.at(-1) ?? {}
  assert.equal(path, '/hook/cobr')
  const { encerramento: _end, ...reported } = body.cobsr[0]
  assert.deepEqual(reported, {
    idRec,
    txid,
    status: 'CONCLUIDA',
    atualizacao: done.atualizacao,
    tentativas: done.tentativas,
    pix: done.pix,
  })
})

test('what is due on a Saturday or a holiday is debited on the next day of banks, unless it is said otherwise', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(
    bank,
    recBody({ calendario: { dataInicial: '2026-03-07', periodicidade: 'SEMANAL' } }),
  )
  const settlement = async (dataDeVencimento: string, more: object = {}) => {
    const txid = await orderCharge(bank, idRec, { calendario: { dataDeVencimento }, ...more })
    return (await settled(bank, txid)).tentativas[0].dataLiquidacao
  }
  assert.equal(await settlement('2026-03-07'), '2026-03-09')
  await moveTo(bank, '2026-03-05T12:00:00Z')
  assert.equal(await settlement('2026-03-14', { ajusteDiaUtil: false }), '2026-03-14')
  await moveTo(bank, '2026-05-29T12:00:00Z')
  assert.equal(await settlement('2026-06-04'), '2026-06-05')
})

test('an order that comes early waits until the tenth day before its settlement', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const txid = await orderCharge(bank, idRec, { calendario: { dataDeVencimento: '2026-04-10' } })
  assert.equal((await chargeOf(bank, txid)).status, 'CRIADA')
  assert.equal((await bank.call('GET', '/sandbox/clock')).body.nextDueAt, '2026-03-31T03:00:00.000Z')
  await moveTo(bank, '2026-03-31T03:00:00Z')
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
})

test('without a fixed wait scheduling takes from half a minute to two hours', async t => {
  const bank = await openStillBank(t, { latencyMs: undefined })
  const { idRec } = await approvedRec(bank)
  await orderCharge(bank, idRec)
  await moveTo(bank, '2026-03-02T12:00:02Z')
  const { nextDueAt } = (await bank.call('GET', '/sandbox/clock')).body
  assert.ok(nextDueAt >= '2026-03-02T12:00:30' && nextDueAt <= '2026-03-02T14:00:00.000Z', nextDueAt)
})

test('what no charge may be is refused, each with its property', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const { idRec: pending } = await createRec(bank)
  const taken = await orderCharge(bank, idRec)
  const cob = await createCob(bank, '1.00')
  const { idRec: fresh } = await approvedRec(bank)
  const account = { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' }
  const cases: [object, string, string?][] = [
    [{ idRec: 'short' }, 'cobr.idRec'],
    [{ idRec: `RN${'0'.repeat(27)}` }, 'cobr.idRec'],
    [{ idRec: pending }, 'cobr.idRec'],
    [{ infoAdicional: 'x'.repeat(141) }, 'cobr.infoAdicional'],
    [{ calendario: {} }, 'cobr.calendario.dataDeVencimento'],
    [{ calendario: { dataDeVencimento: '2026-03-01' } }, 'cobr.calendario.dataDeVencimento'],
    [{ calendario: { dataDeVencimento: '2026-03-03' } }, 'cobr.calendario.dataDeVencimento'],
    [{ valor: { original: '35' } }, 'cobr.valor.original'],
    [{ valor: { original: '0.00' } }, 'cobr.valor.original'],
    [{ recebedor: {} }, 'cobr.recebedor.conta'],
    [{ recebedor: { ...account, tipoConta: 'OUTRA' } }, 'cobr.recebedor.tipoConta'],
    [{ recebedor: { ...account, conta: '7654321' } }, 'cobr.recebedor.conta'],
    [{ recebedor: { ...account, agencia: '0002' } }, 'cobr.recebedor.conta'],
    [{ devedor: { uf: 'SPX' } }, 'cobr.devedor.uf'],
    [{}, 'cobr.txid', taken],
    [{}, 'cobr.txid', cob.txid],
    [{}, 'cobr.txid', 'short'],
    [{ idRec, calendario: { dataDeVencimento: '2026-04-09' } }, 'cobr.calendario.dataDeVencimento'],
  ]
  for (const [change, propriedade, txid = freshId('cobr')] of cases) {
    const { status, body } = await bank.call('PUT', `/v2/cobr/${txid}`, chargeBody(fresh, change))
    assert.deepEqual([status, body.type], [400, `${PROBLEM}/CobROperacaoInvalida`], JSON.stringify(change))
    assert.equal(body.violacoes[0].propriedade, propriedade, JSON.stringify(change))
  }
  const used = await bank.call('PUT', `/v2/cob/${taken}`, {
    calendario: {},
    valor: { original: '1.00' },
    chave: cob.chave,
  })
  assert.equal(used.status, 400)
  const minted = await bank.call('POST', '/v2/cobr', chargeBody(fresh))
  assert.equal(minted.status, 201, minted.text)
  assert.match(minted.body.txid, /^[0-9A-Za-z]{32}$/)
})

test('one charge of a cycle is live: after its cancellation another may be ordered', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const first = await orderCharge(bank, idRec)
  const cancelled = await bank.call('PATCH', `/v2/cobr/${first}`, { status: 'CANCELADA' })
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'CANCELADA'], cancelled.text)
  assert.deepEqual(cancelled.body.encerramento.cancelamento.codigo, 'SLCR')
  await orderCharge(bank, idRec, { calendario: { dataDeVencimento: '2026-03-12' } })
  const again = await bank.call('PATCH', `/v2/cobr/${first}`, { status: 'CANCELADA' })
  assert.deepEqual([again.status, again.body.violacoes[0].propriedade], [400, 'cobr.status'])
})

test('the receiver cancels up to the day before the first try, the payer likewise', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const { idRec: other } = await approvedRec(bank)
  const [one, two] = [await orderCharge(bank, idRec), await orderCharge(bank, other)]
  await moveTo(bank, '2026-03-10T02:59:00Z')
  const byPayer = await bank.call('POST', `/sandbox/app/cobr/${two}/cancel`)
  assert.deepEqual([byPayer.status, byPayer.body.status], [200, 'CANCELADA'], byPayer.text)
  assert.deepEqual(byPayer.body.encerramento.cancelamento.solicitante, 'USUARIO_PAGADOR')
  assert.deepEqual(byPayer.body.encerramento.cancelamento.codigo, 'SLBD')
  assert.equal(byPayer.body.tentativas[0].status, 'CANCELADA')
  await moveTo(bank, '2026-03-10T03:00:00Z')
  const late = await bank.call('PATCH', `/v2/cobr/${one}`, { status: 'CANCELADA' })
  assert.deepEqual([late.status, late.body.type], [400, `${PROBLEM}/CobROperacaoInvalida`])
  const payerLate = await bank.call('POST', `/sandbox/app/cobr/${one}/cancel`)
  assert.deepEqual([payerLate.status, payerLate.body.type], [409, 'urn:porteira:sandbox:too-late'])
})

test('a cancelled recurrence takes its scheduled charges with it, but not the one of the day', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const { idRec: other } = await approvedRec(bank)
  const [one, two] = [await orderCharge(bank, idRec), await orderCharge(bank, other)]
  await bank.call('PATCH', `/v2/rec/${idRec}`, { status: 'CANCELADA' })
  const { status, encerramento } = await chargeOf(bank, one)
  const { codigo, solicitante } = encerramento.cancelamento
  assert.deepEqual([status, codigo, solicitante], ['CANCELADA', 'CCLD', 'USUARIO_RECEBEDOR'])
  await moveTo(bank, '2026-03-10T03:00:00Z')
  await bank.call('POST', `/sandbox/app/rec/${other}/cancel`)
  assert.equal((await chargeOf(bank, two)).status, 'ATIVA')
  await moveTo(bank, '2026-03-10T11:00:00Z')
  assert.equal((await settled(bank, two)).status, 'CONCLUIDA')
})

test('a further try is refused without a policy, before its time, too often, too late, and while one is open', async t => {
  const bank = await openStillBank(t)
  const { idRec: strict } = await approvedRec(bank, recBody(), {})
  const never = await orderCharge(bank, strict)
  const failing = retryable({ vinculo: { contrato: '1', devedor: { ...DEBTOR, nome: 'Sem saldo' } } })
  const { idRec } = await approvedRec(bank, failing)
  const txid = await orderCharge(bank, idRec)
  const retry = (id: string, day: string) => bank.call('POST', `/v2/cobr/${id}/retentativa/${day}`)
  const refused = async (id: string, day: string, propriedade: string) => {
    const answer = await retry(id, day)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/CobROperacaoInvalida`], day)
    assert.equal(answer.body.violacoes[0].propriedade, `cobr.${propriedade}`, answer.text)
  }
  await refused(never, '2026-03-12', 'politicaRetentativa')
  await settled(bank, txid)
  await refused(txid, '2026-03-12', 'tentativas')
  await moveTo(bank, '2026-03-11T00:00:00Z')
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
  await refused(txid, '2026-03-10', 'data')
  await refused(txid, '2026-03-18', 'data')
  await refused(txid, '2026-02-30', 'data')
  const ordered = await retry(txid, '2026-03-12')
  assert.deepEqual([ordered.status, ordered.body.tentativas[1].tipo], [201, 'NTAG'], ordered.text)
  await refused(txid, '2026-03-13', 'tentativas')
  for (const [now, day] of [
    ['2026-03-13T00:00:00Z', '2026-03-14'],
    ['2026-03-15T00:00:00Z', '2026-03-16'],
  ] as const) {
    await moveTo(bank, now)
    await settled(bank, txid)
    assert.equal((await retry(txid, day)).status, 201)
  }
  await moveTo(bank, '2026-03-17T00:00:00Z')
  const over = await settled(bank, txid)
  assert.deepEqual([over.status, over.tentativas.length], ['EXPIRADA', 4])
  await refused(txid, '2026-03-17', 'status')
  const weekly = { ...failing, calendario: { dataInicial: '2026-03-20', periodicidade: 'SEMANAL' } }
  const { idRec: often } = await approvedRec(bank, weekly)
  const last = await orderCharge(bank, often, { calendario: { dataDeVencimento: '2026-03-20' } })
  await moveTo(bank, '2026-03-21T00:00:00Z')
  await settled(bank, last)
  await refused(last, '2026-03-27', 'data')
  assert.equal((await retry(last, '2026-03-26')).status, 201)
  const missing = await retry(freshId('none'), '2026-03-12')
  assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/CobRNaoEncontrado`])
})

test('charges are listed by when they were made, with every filter', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank, recBody({ recebedor: { convenio: 'PORTEIRA' } }))
  const company = { cnpj: '11222333000181', nome: 'Loja' }
  const { idRec: other } = await approvedRec(bank, recBody({ vinculo: { contrato: '2', devedor: company } }))
  const [one, two] = [await orderCharge(bank, idRec), await orderCharge(bank, other)]
  await bank.call('PATCH', `/v2/cobr/${two}`, { status: 'CANCELADA' })
  const list = async (more = '') => {
    const { body } = await bank.call('GET', `/v2/cobr?${EVER}${more}`)
    return body.cobsr.map(({ txid }: { txid: string }) => txid)
  }
  assert.deepEqual((await list()).sort(), [one, two].sort())
  assert.deepEqual(await list(`&idRec=${idRec}`), [one])
  assert.deepEqual(await list(`&cpf=${DEBTOR.cpf}`), [one])
  assert.deepEqual(await list(`&cnpj=${company.cnpj}`), [two])
  assert.deepEqual(await list('&status=CANCELADA'), [two])
  assert.deepEqual(await list('&convenio=PORTEIRA'), [one])
  for (const query of [
    `${EVER}&cpf=${DEBTOR.cpf}&cnpj=${company.cnpj}`,
    'inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z',
  ]) {
    const refused = await bank.call('GET', `/v2/cobr?${query}`)
    assert.deepEqual([refused.status, refused.body.type], [400, `${PROBLEM}/CobRConsultaInvalida`])
  }
})
