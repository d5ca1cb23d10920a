// The recurrence at the bank: its location and code, how it is made, revised, listed and over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { createCob, EVER, freshId } from '../test-bank.ts'
import { approvedRec, createRec, DEBTOR, listen, moveTo, openStillBank, PROBLEM, recBody, recOf } from './recurring.ts'

test('a location belongs to none, then to the recurrence that names it, and may be taken from it', async t => {
  const bank = await openStillBank(t)
  const { body: loc, status } = await bank.call('POST', '/v2/locrec')
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(loc), ['id', 'location', 'tipo', 'criacao'])
  assert.match(loc.location, /^127\.0\.0\.1:\d+\/qr\/v2\/rec\/[0-9a-f]{32}$/)
  assert.deepEqual((await bank.call('GET', `/v2/locrec/${loc.id}`)).body, loc)
  const { idRec } = await createRec(bank, recBody({ loc: loc.id }))
  assert.deepEqual((await bank.call('GET', `/v2/locrec/${loc.id}`)).body, { ...loc, idRec })
  const { body: other } = await bank.call('POST', '/v2/locrec')
  const list = async (more: string) => {
    const { body } = await bank.call('GET', `/v2/locrec?${EVER}${more}`)
    return body.loc.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await list(''), [loc.id, other.id])
  assert.deepEqual(await list('&idRecPresente=true'), [loc.id])
  assert.deepEqual(await list('&idRecPresente=false'), [other.id])
  assert.deepEqual((await bank.call('DELETE', `/v2/locrec/${loc.id}/idRec`)).body, loc)
  assert.equal((await recOf(bank, idRec)).loc, undefined)
  for (const [method, path] of [
    ['GET', '/v2/locrec/999'],
    ['DELETE', '/v2/locrec/999/idRec'],
  ] as const) {
    const missing = await bank.call(method, path)
    assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/PayloadLocationRecNaoEncontrado`])
  }
  const wrong = await bank.call('GET', '/v2/locrec?inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z')
  assert.deepEqual([wrong.status, wrong.body.type], [400, `${PROBLEM}/PayloadLocationRecConsultaInvalida`])
})

test('a recurrence is created as it was requested, under an id that says its policy and its day', async t => {
  const bank = await openStillBank(t)
  const strict = await createRec(bank, recBody({ recebedor: { convenio: 'PORTEIRA' } }))
  assert.match(strict.idRec, /^RN9999000120260302[0-9A-Za-z]{11}$/)
  const { idRec, atualizacao, ...rest } = strict
  assert.deepEqual(rest, {
    ...recBody(),
    status: 'CRIADA',
    recebedor: { cnpj: '11222333000181', nome: 'PORTEIRA DEMONSTRACAO', convenio: 'PORTEIRA' },
    ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO' },
  })
  assert.deepEqual(atualizacao, [{ status: 'CRIADA', data: '2026-03-02T12:00:00.000Z' }])
  assert.deepEqual(await recOf(bank, idRec), strict)
  const lenient = await createRec(bank, recBody({ politicaRetentativa: 'PERMITE_3R_7D', valor: undefined }))
  assert.match(lenient.idRec, /^RR9999000120260302/)
})

test('the code of a recurrence with a location authorises alone; with a charge it does both', async t => {
  const bank = await openStillBank(t)
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const cob = await createCob(bank, '35.00')
  const { idRec } = await createRec(bank, recBody({ loc: loc.id, ativacao: { dadosJornada: { txid: cob.txid } } }))
  const alone = (await recOf(bank, idRec)).dadosQR
  assert.equal(alone.jornada, 'JORNADA_2')
  const code = parseBrCode(alone.pixCopiaECola)
  assert.deepEqual([code?.kind, code?.recurrenceUrl], ['recurrence', loc.location])
  const { body } = await bank.call('GET', `/v2/rec/${idRec}?txid=${cob.txid}`)
  const both = parseBrCode(body.dadosQR.pixCopiaECola)
  assert.deepEqual([body.dadosQR.jornada, both?.kind], ['JORNADA_3', 'dynamic'])
  assert.deepEqual([both?.url, both?.recurrenceUrl], [cob.location, loc.location])
  assert.deepEqual(body.ativacao, { tipoJornada: 'AGUARDANDO_DEFINICAO', dadosJornada: { txid: cob.txid } })
  const other = await createCob(bank, '35.00')
  for (const txid of [other.txid, freshId('nocob')]) {
    const refused = await bank.call('GET', `/v2/rec/${idRec}?txid=${txid}`)
    assert.deepEqual([refused.status, refused.body.type], [400, `${PROBLEM}/RecConsultaInvalida`])
  }
  const { idRec: bare } = await createRec(bank)
  assert.equal((await recOf(bank, bare)).dadosQR, undefined)
})

test('what no recurrence may be is refused, each with its property', async t => {
  const bank = await openStillBank(t)
  const { body: used } = await bank.call('POST', '/v2/locrec')
  await createRec(bank, recBody({ loc: used.id }))
  const { vinculo } = recBody()
  const calendario = { dataInicial: '2026-03-10', periodicidade: 'MENSAL' }
  const cases: [object, string][] = [
    [{ vinculo: {} }, 'rec.vinculo.contrato'],
    [{ vinculo: { ...vinculo, contrato: 'x'.repeat(36) } }, 'rec.vinculo.contrato'],
    [{ vinculo: { ...vinculo, objeto: 'x'.repeat(36) } }, 'rec.vinculo.objeto'],
    [{ vinculo: { ...vinculo, devedor: { nome: 'Maria' } } }, 'rec.vinculo.devedor'],
    [{ vinculo: { ...vinculo, devedor: { ...DEBTOR, cnpj: '11222333000181' } } }, 'rec.vinculo.devedor'],
    [{ vinculo: { ...vinculo, devedor: { ...DEBTOR, cpf: '12345678900' } } }, 'rec.vinculo.devedor.cpf'],
    [{ calendario: { ...calendario, dataInicial: '2026-03-01' } }, 'rec.calendario.dataInicial'],
    [{ calendario: { ...calendario, dataInicial: '2026-02-30' } }, 'rec.calendario.dataInicial'],
    [{ calendario: { ...calendario, dataFinal: '2026-03-09' } }, 'rec.calendario.dataFinal'],
    [{ calendario: { ...calendario, periodicidade: 'DIARIA' } }, 'rec.calendario.periodicidade'],
    [{ valor: 35 }, 'rec.valor'],
    [{ valor: { valorRec: '35' } }, 'rec.valor.valorRec'],
    [{ valor: { valorRec: '0.00' } }, 'rec.valor.valorRec'],
    [{ valor: { valorMinimoRecebedor: 'x' } }, 'rec.valor.valorMinimoRecebedor'],
    [{ valor: { valorRec: '1.00', valorMinimoRecebedor: '1.00' } }, 'rec.valor'],
    [{ recebedor: 'x' }, 'rec.recebedor'],
    [{ recebedor: { convenio: 'OUTRO' } }, 'rec.recebedor.convenio'],
    [{ politicaRetentativa: 'SEMPRE' }, 'rec.politicaRetentativa'],
    [{ loc: 999 }, 'rec.loc'],
    [{ loc: used.id }, 'rec.loc'],
    [{ ativacao: { dadosJornada: { txid: 'short' } } }, 'rec.ativacao.dadosJornada.txid'],
  ]
  for (const [change, propriedade] of cases) {
    const { status, body } = await bank.call('POST', '/v2/rec', recBody(change))
    assert.deepEqual([status, body.type], [400, `${PROBLEM}/RecOperacaoInvalida`], JSON.stringify(change))
    assert.equal(body.violacoes[0].propriedade, propriedade)
  }
})

test('a revision changes name, first day, location and charge; the last three only until it is authorised or ended', async t => {
  const bank = await openStillBank(t)
  const [{ body: loc }, { body: second }] = [
    await bank.call('POST', '/v2/locrec'),
    await bank.call('POST', '/v2/locrec'),
  ]
  const { idRec } = await createRec(bank)
  const revise = (change: object) => bank.call('PATCH', `/v2/rec/${idRec}`, change)
  const txid = freshId('cob')
  const { body } = await revise({
    loc: loc.id,
    vinculo: { devedor: { nome: 'Maria Souza' } },
    calendario: { dataInicial: '2026-04-01' },
    ativacao: { dadosJornada: { txid } },
  })
  assert.deepEqual(
    [body.loc.id, body.vinculo.devedor, body.calendario.dataInicial, body.ativacao.dadosJornada],
    [loc.id, { ...DEBTOR, nome: 'Maria Souza' }, '2026-04-01', { txid }],
  )
  const refusals = async (changes: [object, string][]) => {
    for (const [change, propriedade] of changes) {
      const refused = await revise(change)
      assert.deepEqual([refused.status, refused.body.type], [400, `${PROBLEM}/RecOperacaoInvalida`])
      assert.equal(refused.body.violacoes[0].propriedade, propriedade, JSON.stringify(change))
    }
  }
  await refusals([
    [{ calendario: { dataInicial: '2026-03-01' } }, 'rec.calendario.dataInicial'],
    [{ loc: 999 }, 'rec.loc'],
    [{ status: 'APROVADA' }, 'rec.status'],
  ])
  await bank.call('POST', `/sandbox/app/rec/${idRec}/accept`)
  await refusals([
    [{ calendario: { dataInicial: '2026-05-01' } }, 'rec.calendario.dataInicial'],
    [{ loc: second.id }, 'rec.loc'],
  ])
  const cancelled = await revise({ status: 'CANCELADA' })
  assert.equal(cancelled.status, 200)
  const { cancelamento } = cancelled.body.encerramento
  assert.deepEqual([cancelled.body.status, cancelamento.solicitante], ['CANCELADA', 'USUARIO_RECEBEDOR'])
  assert.equal(cancelamento.codigo, 'SLCR')
  await refusals([
    [{ vinculo: { devedor: { nome: 'X' } } }, 'rec.status'],
    [{ status: 'CANCELADA' }, 'rec.status'],
    [{ ativacao: { dadosJornada: { txid } } }, 'rec.status'],
  ])
  const missing = await bank.call('PATCH', `/v2/rec/${'R'.repeat(29)}`, {})
  assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/RecNaoEncontrada`])
})

test('a recurrence is over by its last day when somebody looks', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const calendario = { dataInicial: '2026-03-10', dataFinal: '2026-04-10', periodicidade: 'MENSAL' }
  const { idRec } = await approvedRec(bank, recBody({ calendario }))
  await moveTo(bank, '2026-04-11T02:59:00Z')
  assert.equal((await recOf(bank, idRec)).status, 'APROVADA')
  await moveTo(bank, '2026-04-11T03:00:00Z')
  const { body } = await bank.call('GET', `/v2/rec?${EVER}&status=EXPIRADA`)
  assert.deepEqual(
    body.recs.map((rec: { idRec: string }) => rec.idRec),
    [idRec],
  )
  const calls = await listener.arrived(2)
  assert.equal(calls.at(-1)?.body.recs[0].status, 'EXPIRADA')
})

test('recurrences are listed by when they were made, with every filter', async t => {
  const bank = await openStillBank(t)
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const one = await createRec(bank, recBody({ loc: loc.id, recebedor: { convenio: 'PORTEIRA' } }))
  const company = { cnpj: '11222333000181', nome: 'Loja' }
  const two = await approvedRec(bank, recBody({ vinculo: { contrato: '2', devedor: company } }))
  const list = async (more = '') => {
    const { body } = await bank.call('GET', `/v2/rec?${EVER}${more}`)
    return body.recs.map(({ idRec }: { idRec: string }) => idRec)
  }
  assert.deepEqual((await list()).sort(), [one.idRec, two.idRec].sort())
  assert.deepEqual(await list(`&cpf=${DEBTOR.cpf}`), [one.idRec])
  assert.deepEqual(await list(`&cnpj=${company.cnpj}`), [two.idRec])
  assert.deepEqual(await list('&locationPresente=true'), [one.idRec])
  assert.deepEqual(await list('&locationPresente=false'), [two.idRec])
  assert.deepEqual(await list('&status=APROVADA'), [two.idRec])
  assert.deepEqual(await list('&convenio=PORTEIRA'), [one.idRec])
  assert.equal((await list('&paginacao.itensPorPagina=1')).length, 1)
  for (const query of [
    `${EVER}&cpf=${DEBTOR.cpf}&cnpj=${company.cnpj}`,
    'inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z',
    `${EVER}&paginacao.paginaAtual=-1`,
  ]) {
    const refused = await bank.call('GET', `/v2/rec?${query}`)
    assert.deepEqual([refused.status, refused.body.type], [400, `${PROBLEM}/RecConsultaInvalida`])
  }
})
