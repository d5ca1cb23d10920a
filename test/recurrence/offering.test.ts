// A payer is offered a recurrence by a code alone (journey 2): from the request to its authorisation, refusal and end.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { pull, pullSo } from '../notification/puller.ts'
import {
  agree,
  inApp,
  inDays,
  offered,
  openRecurringGateway,
  reachesRecurrence,
  recurrenceBody,
  recurringSeller,
} from './recurring.ts'

let gateway: TestGateway
let seller: Seller
before(async () => {
  gateway = await openRecurringGateway()
  seller = await recurringSeller(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

test('journey 2 answers the recurrence with its idRec and a code that offers it, and no sale', async () => {
  const body = recurrenceBody({ externalReference: 'pedido-1', dataFinal: inDays(400) })
  const { status, body: made } = await seller.api('POST', '/api/pix-automatico', body)
  assert.equal(status, 201)
  assert.match(made.idRec, /^RN[0-9A-Z]{8}\d{8}[A-Za-z0-9]{11}$/)
  assert.equal(parseBrCode(made.pixCopiaECola)?.kind, 'recurrence')
  assert.deepEqual(
    [made.sale, made.status, made.jornada, made.contrato, made.solicitacao, made.ativacao, made.encerramento],
    [null, 'CRIADA', 2, body.contrato, null, null, null],
  )
  assert.deepEqual(
    [made.dataInicial, made.dataFinal, made.valor, made.valorMinimo, made.politicaRetentativa, made.diasRetentativa],
    [body.dataInicial, inDays(400), 4990, null, 'NAO_PERMITE', []],
  )
  assert.deepEqual([made.cobrancaAutomatica, made.ajusteDiaUtil, made.atrasoMaximoDias], [true, true, 5])
  for (const id of [made.idRec, made.uuid, made.id])
    assert.deepEqual((await seller.api('GET', `/api/pix-automatico/${id}`)).body, made)
})

test('the policy of retries is in the idRec, and has its days', async () => {
  const made = await offered(seller, { politicaRetentativa: 'PERMITE_3R_7D' })
  assert.match(made.idRec, /^RR/)
  assert.deepEqual(made.diasRetentativa, [2, 4, 7])
  const byHand = await offered(seller, { politicaRetentativa: 'PERMITE_3R_7D', cobrancaAutomatica: false })
  assert.deepEqual(byHand.diasRetentativa, [])
})

test('authorised: who did it and when, with a masked document', async () => {
  const made = await offered(seller)
  assert.equal((await inApp(gateway, made.idRec, 'accept')).status, 200)
  const { ativacao } = await reachesRecurrence(seller, made, 'APROVADA')
  assert.deepEqual(
    { ...(ativacao as object), em: null },
    { jornada: 2, em: null, pagador: { ispb: '99990002', document: '***.982.247-**' } },
  )
})

test('refused, or cancelled by its payer: it has ended, in the words of the bank', async () => {
  const [refused, left] = [await offered(seller), await offered(seller)]
  await inApp(gateway, refused.idRec, 'refuse')
  const { encerramento } = await reachesRecurrence(seller, refused, 'REJEITADA')
  assert.deepEqual(
    { ...(encerramento as object), descricao: '', em: '' },
    { tipo: 'REJEICAO', solicitante: null, codigo: 'AP13', descricao: '', em: '' },
  )
  await inApp(gateway, left.idRec, 'accept')
  await reachesRecurrence(seller, left, 'APROVADA')
  await inApp(gateway, left.idRec, 'cancel')
  const { encerramento: end } = await reachesRecurrence(seller, left, 'CANCELADA')
  assert.equal((end as { solicitante: string }).solicitante, 'USUARIO_PAGADOR')
})

test('cancelled by its seller, and again: 202; what has been refused is not cancelled', async () => {
  const made = await offered(seller)
  const at = `/api/pix-automatico/${made.idRec}/cancel`
  const cancelled = await seller.api('POST', at, { motivo: 'Fim do plano' })
  assert.deepEqual([cancelled.status, cancelled.body.status], [202, 'CANCELADA'])
  const { solicitante, descricao } = cancelled.body.encerramento
  assert.deepEqual([solicitante, descricao], ['USUARIO_RECEBEDOR', 'Fim do plano'])
  const again = await seller.api('POST', at)
  assert.deepEqual([again.status, again.body], [202, cancelled.body])
  const refused = await offered(seller)
  await inApp(gateway, refused.idRec, 'refuse')
  await reachesRecurrence(seller, refused, 'REJEITADA')
  const late = await seller.api('POST', `/api/pix-automatico/${refused.uuid}/cancel`)
  assert.deepEqual([late.status, late.body.error], [409, 'CONFLICT'])
})

test('one live recurrence of a contract: 409 names its idRec; free again after its end', async () => {
  const made = await offered(seller, { contrato: 'C-1' })
  const twice = await seller.api('POST', '/api/pix-automatico', recurrenceBody({ contrato: 'C-1' }))
  assert.deepEqual([twice.status, twice.body.error], [409, 'CONFLICT'])
  assert.match(twice.body.message, new RegExp(made.idRec))
  const other = await recurringSeller(gateway)
  await offered(other, { contrato: 'C-1' })
  await seller.api('POST', `/api/pix-automatico/${made.idRec}/cancel`)
  await offered(seller, { contrato: 'C-1' })
})

test('the same key answers the same recurrence, and another body under it is refused', async () => {
  const body = recurrenceBody()
  const key = { 'idempotency-key': 'assinatura-77' }
  const first = await seller.api('POST', '/api/pix-automatico', body, key)
  const again = await seller.api('POST', '/api/pix-automatico', body, key)
  assert.deepEqual([again.status, again.body], [201, first.body])
  const other = await seller.api('POST', '/api/pix-automatico', { ...body, valor: 1 }, key)
  assert.deepEqual([other.status, other.body.error], [422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('the list is filtered and paged', async () => {
  const shop = await recurringSeller(gateway)
  const made = [await offered(shop, { externalReference: 'r-1' }), await offered(shop), await offered(shop)]
  await shop.api('POST', `/api/pix-automatico/${made[1]?.idRec}/cancel`)
  const idsOf = async (query: string) => {
    const { body } = await shop.api('GET', `/api/pix-automatico?${query}`)
    return body.data.map(({ idRec }: { idRec: string }) => idRec)
  }
  const [one, two, three] = made.map(({ idRec }) => idRec)
  assert.deepEqual(await idsOf(''), [three, two, one])
  assert.deepEqual(await idsOf('status=CANCELADA'), [two])
  assert.deepEqual(await idsOf('externalReference=r-1'), [one])
  assert.deepEqual(await idsOf(`contrato=${made[2]?.contrato}`), [three])
  assert.deepEqual(await idsOf('jornada=3'), [])
  assert.deepEqual(await idsOf('document=529.982.247-25&limit=2'), [three, two])
  const { body: page } = await shop.api('GET', '/api/pix-automatico?limit=2')
  assert.deepEqual(await idsOf(`limit=2&cursor=${page.nextCursor}`), [one])
})

test('without an agreed price, with a fee that eats the amount, without a receiving account: 422', async () => {
  const shop = await recurringSeller(gateway)
  const refusal = async () => {
    const { status, body } = await shop.api('POST', '/api/pix-automatico', recurrenceBody())
    return [status, body.errorType, body.message]
  }
  await agree(gateway, shop, null)
  assert.deepEqual(await refusal(), [
    422,
    'GENERAL_ERROR',
    'PIX_AUTOMATICO: no price is agreed for it with this account',
  ])
  await agree(gateway, shop, { fixedCentavos: 4990, basisPoints: 0 })
  assert.deepEqual(await refusal(), [422, 'GENERAL_ERROR', 'valor: nothing would be left after the fees'])
})

test('a key without the scope is refused with 403; what another account has is 403, and what nobody has 404', async () => {
  const made = await offered(seller)
  const other = await recurringSeller(gateway)
  const foreign = await other.api('GET', `/api/pix-automatico/${made.idRec}`)
  assert.deepEqual([foreign.status, foreign.body.error], [403, 'FORBIDDEN'])
  const unknown = await other.api('GET', `/api/pix-automatico/RN${'0'.repeat(27)}`)
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'NOT_FOUND'])
  await gateway.db.query(sql`
    update api_key set scopes = '{sale:read,sale:write}', seal = default where account_id = ${other.accountId}`)
  const { status, body } = await other.api('POST', '/api/pix-automatico', recurrenceBody())
  assert.deepEqual([status, body.success, body.error.code], [403, false, 'FORBIDDEN'])
})

test('authorised, refused, cancelled: told to whom it was chosen by, and in the list of events only on request', async () => {
  const shop = await recurringSeller(gateway)
  const made = await offered(shop)
  await inApp(gateway, made.idRec, 'accept')
  await reachesRecurrence(shop, made, 'APROVADA')
  const { data: asked } = await pullSo(1, shop, { recurrences: true })
  assert.deepEqual(
    asked.map(({ type }) => type),
    ['recurrence.authorized'],
  )
  assert.deepEqual((await pull(shop)).data, [])
})
