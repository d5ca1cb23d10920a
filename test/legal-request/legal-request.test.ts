// A request of a court, from the ofício to the verified archive: what is in it agrees with the books as the API tells them, whoever changes a byte is found
// out, and the account that it is about learns nothing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { balanceOf, take } from '../cashout/requesting.ts'
import { environmentOf, porteira } from '../cli/run.ts'
import {
  decidedAtBank,
  disputedAtBank,
  disputeOf,
  memberOf,
  openDisputed,
  sellerIn,
  sold,
} from '../dispute/disputing.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { pastMidnight } from '../midnight.ts'
import { refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import {
  downloaded,
  folderOf,
  madeArchive,
  type Opened,
  ofAccount,
  opened,
  PATH,
  REQUEST,
  reaches,
  recorded,
  tarIn,
} from './things.ts'

const resources = new AsyncDisposableStack()
after(() => resources.disposeAsync())

const sumOf = (records: Record<string, number>[], field: string) =>
  records.reduce((sum, record) => sum + (record[field] ?? 0), 0)

let gateway: TestGateway
let olga: Person
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

describe('a request about an account', () => {
  let seller: Seller
  let [today, e2e] = ['', '']

  before(async () => {
    await pastMidnight()
    today = dateAt(gateway.now())
    seller = await sellerIn(gateway)
    const kept = await sold(gateway, seller, 300_00)
    e2e = kept.endToEndId
    await refunded(seller, await sold(gateway, seller, 50_00), { amount: 20_00 })
    const lost = await sold(gateway, seller, 70_00)
    const id = await disputedAtBank(gateway, lost)
    await disputeOf(seller, lost)
    await decidedAtBank(gateway, id, 'accept')
    await disputeOf(seller, lost, 'FORFEITED')
    const { path } = await take(seller, { amount: 100 })
    await seller.reaches(path, 'COMPLETED')
  })

  /** Made once: what is in it is asked in several tests. */
  let whole: { request: { id: string }; path: string; passphrase: string; file: Buffer; inside: Opened }
  it('is answered by an archive whose sums are those of balance and statement', async () => {
    const request = await recorded(olga, { ...ofAccount(seller.accountId), from: today, to: today })
    const { path, passphrase, archive } = await madeArchive(olga, request)
    const file = await downloaded(gateway, olga, { path })
    assert.equal(archive.bytes, file.length)
    const inside = await opened(file, passphrase)
    whole = { request, path, passphrase, file, inside }

    const { available, blocked } = await balanceOf(seller)
    const { no_retrato: now, no_fim_do_periodo: end, no_inicio_do_periodo: begin } = inside.json('saldo.json')
    assert.deepEqual([now.disponivel_centavos, now.bloqueado_centavos], [available, blocked])
    assert.deepEqual([end.total_centavos, begin.total_centavos], [available + blocked, 0])

    const { body: summary } = await seller.api('GET', `/api/public/statement/summary?from=${today}&to=${today}`)
    const lines = inside.records('extrato')
    assert.deepEqual(
      [sumOf(lines, 'variacao_disponivel_centavos'), sumOf(lines, 'variacao_bloqueado_centavos')],
      [summary.closing.available, summary.closing.blocked],
    )
    assert.equal(sumOf(lines, 'tarifa_centavos'), summary.fees)
    for (const { type, count } of summary.types)
      assert.equal(lines.filter(({ tipo }) => tipo === type).length, count, type)

    assert.equal(sumOf(inside.records('vendas'), 'valor_centavos'), 420_00)
    // What the bank sent back of the lost dispute is among them.
    assert.equal(sumOf(inside.records('devolucoes'), 'valor_centavos'), 90_00)
    const [cashout] = inside.records('saques')
    assert.deepEqual(
      [cashout.valor_centavos, cashout.chave_pix, cashout.situacao],
      [100_00, 'maria@example.com', 'settled'],
    )
    const [dispute] = inside.records('contestacoes')
    assert.deepEqual([dispute.tipo, dispute.situacao, dispute.valor_perdido_centavos], ['MED', 'FORFEITED', 70_00])
    assert.ok(inside.records('recebimentos').every(({ pagador_nome: name }) => name !== ''))
    assert.deepEqual(
      inside.records('contas').map(({ conta }) => conta),
      [String(seller.accountId)],
    )
    assert.match(inside.text('vendas.csv'), /;300,00;/)
  })

  it('names the last transfer of the books and its hash, and each file with its size and hash', async () => {
    const manifest = whole.inside.json('manifesto.json')
    const [wallet] = await gateway.db.query<{ seq: bigint; head: Buffer }>(
      sql`select seq, head from wallet where account_id = ${seller.accountId}`,
    )
    assert.deepEqual(manifest.razao, [
      { conta: seller.accountId, ultimo_lancamento: String(wallet?.seq), hash: wallet?.head.toString('hex') },
    ])
    const listed = manifest.arquivos.map(({ nome }: { nome: string }) => nome)
    assert.deepEqual([...listed, 'manifesto.json', 'manifesto.sig'].toSorted(), whole.inside.names.toSorted())
    const { body } = await olga.call('GET', whole.path)
    assert.equal(body.manifest, whole.inside.text('manifesto.json'))
  })

  it('is verified without a gateway by the published key, and whoever changes a byte is found out', async () => {
    const put = await folderOf(resources)
    const passphrase = await put('senha.txt', whole.passphrase)
    const { body: published } = await olga.call('GET', '/api/signing-key')
    const key = ['--public-key', await put('chave.pem', published.publicKey)]
    const verify = (file: string, ...more: string[]) => porteira(['legal-request', 'verify', file, ...key, ...more])
    const file = await put('oficio.age', whole.file)

    const changed = Buffer.from(whole.file)
    changed[changed.length - 100] = (changed[changed.length - 100] as number) ^ 1
    const tar = await tarIn(whole.file, whole.passphrase)
    tar[tar.indexOf('300,00', tar.indexOf('vendas.csv\0'))] = '9'.charCodeAt(0)
    const [good, broken, forged] = await Promise.all([
      verify(file, '--passphrase-file', passphrase),
      verify(await put('outro.age', changed), '--passphrase-file', passphrase),
      verify(await put('outro.tar', tar)),
    ])
    assert.equal(good.code, 0, good.err)
    assert.match(good.out, new RegExp(`Signed by the key SHA-256 ${published.fingerprint}`))
    assert.deepEqual([broken.code, forged.code], [1, 1])
    assert.match(broken.err, /outro\.age is damaged/)
    assert.match(forged.err, /^vendas\.csv: it is not what the manifest names/)
  })

  it('is kept in the audit log: who recorded it, why, and who downloaded it; the account has no entry of it', async () => {
    const { body } = await olga.call('GET', `${PATH}/${whole.request.id}`)
    assert.deepEqual(
      body.history.map(({ action }: { action: string }) => action),
      ['legal-request.recorded', 'legal-archive.requested', 'legal-archive.made', 'legal-archive.downloaded'],
    )
    assert.equal(body.history[0].reason, REQUEST.reason)
    const owner = await memberOf(gateway, seller, 'OWNER')
    const { body: own } = await owner.call('GET', '/api/audit?limit=100')
    assert.ok(!JSON.stringify(own).includes('legal'))
    const { body: events } = await seller.api('GET', '/api/events?limit=100')
    assert.ok(!JSON.stringify(events).includes('legal'))
    for (const path of [PATH, `${PATH}/${whole.request.id}`, whole.path, `${whole.path}/file`])
      assert.equal((await owner.call('GET', path)).status, 403, path)
  })

  it('is taken up anew when the process that made its archive has died, and nothing of that one is left', async () => {
    const request = await recorded(olga, ofAccount(seller.accountId))
    const until = new Date(gateway.now().getTime() + HOUR_MS)
    const [dead] = await gateway.db.query<{ id: bigint }>(sql`
      insert into legal_archive (request_id, state, recipients, attempt, progress, created_by, created_at, due_at)
      values (${request.id}, 'MAKING', array['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'], 1, 50, 'x', now(), ${until})
      returning id`)
    await gateway.db.query(sql`
      insert into legal_archive_part (archive_id, attempt, n, bytes) values (${dead?.id}, 1, 0, 'half'::bytea)`)
    await gateway.db.query(sql`
      insert into lease (place, process, queue, until) values ('gone', '1/1', 'legal_archive', ${until})`)
    await reaches(olga, `${PATH}/${request.id}/archives/${dead?.id}`, 'READY')
    const attempts = await gateway.db.query<{ attempt: number }>(sql`
      select distinct attempt from legal_archive_part where archive_id = ${dead?.id}`)
    assert.deepEqual(attempts, [{ attempt: 2 }])
  })

  it('raises an alert near its day and past it, which ends by itself when the request is closed', async () => {
    const dueOn = dateAt(new Date(gateway.now().getTime() + DAY_MS))
    const { id } = await recorded(olga, { ...ofAccount(seller.accountId), dueOn })
    const alerts = async () => {
      const { body } = await olga.call('GET', '/api/admin/alarms?limit=100')
      return body.data.filter(({ known }: { known: { request?: string } }) => known?.request === id)
    }
    const codes = async (state: 'open' | 'closed') =>
      (await alerts())
        .filter((one: { acknowledgedAt: string | null }) => (one.acknowledgedAt === null) === (state === 'open'))
        .map(({ code }: { code: string }) => code)
    const say = async (expected: string[]) =>
      until(async () => ((await codes('open')).join() === expected.join() ? true : null), `open: ${expected}`)
    await say(['LEGAL_REQUEST_DUE'])
    assert.ok(!JSON.stringify(await alerts()).includes(String(seller.accountId)))
    gateway.advance(2 * DAY_MS)
    await say(['LEGAL_REQUEST_OVERDUE'])
    const closed = await olga.call('POST', `${PATH}/${id}/close`, { state: 'ANSWERED', reason: 'Protocolo 99.' })
    assert.deepEqual([closed.status, closed.body.state, closed.body.closeNote], [200, 'ANSWERED', 'Protocolo 99.'])
    await say([])
  })

  slow('about single payments, or a person, has what concerns them and nothing else', async () => {
    const ofPayment = await recorded(olga, { subjectKind: 'PAYMENTS', endToEndIds: [e2e] })
    const one = await madeArchive(olga, ofPayment)
    const inside = await opened(await downloaded(gateway, olga, one), one.passphrase)
    const [sale, ...others] = inside.records('vendas')
    assert.deepEqual([sale.identificador_pix, sale.valor_centavos, others], [e2e, 300_00, []])
    assert.ok(!inside.names.includes('saldo.json') && !inside.names.includes('pessoas.jsonl'))
    assert.deepEqual(new Set(inside.records('extrato').map(({ objeto_numero: id }) => id)), new Set([sale.numero]))

    const ofPerson = await recorded(olga, { subjectKind: 'DOCUMENT', document: '111.444.777-35' })
    const two = await madeArchive(olga, ofPerson)
    const nothing = await opened(await downloaded(gateway, olga, two), two.passphrase)
    assert.deepEqual([nothing.records('vendas'), nothing.records('contas')], [[], []])
  })

  slow('about the return of a payment, or its payer, has the dispute that took it', async () => {
    const [lost] = await gateway.db.query<{ returned: string; payer: string }>(sql`
      select rtr_id as returned, payer_document as payer from refund
      join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
      where refund.account_id = ${seller.accountId} and refund.amount_centavos = 7000`)
    for (const about of [
      { subjectKind: 'PAYMENTS', endToEndIds: [lost?.returned] },
      { subjectKind: 'DOCUMENT', document: lost?.payer },
    ]) {
      const made = await madeArchive(olga, await recorded(olga, about))
      const inside = await opened(await downloaded(gateway, olga, made), made.passphrase)
      const disputed = inside.records('contestacoes').map(({ valor_centavos: amount }) => amount)
      assert.deepEqual(disputed, [70_00], about.subjectKind)
    }
  })

  slow('shows the public key at the command line too', async () => {
    const { body } = await olga.call('GET', '/api/signing-key')
    const { out } = await porteira(['legal-request', 'key'], environmentOf(gateway))
    assert.equal(out, `${body.publicKey}SHA-256 ${body.fingerprint}\n`)
  })

  slow('has its file removed when its time is over; its manifest stays, and another archive may be made', async () => {
    const request = await recorded(olga, ofAccount(seller.accountId))
    const { path, archive } = await madeArchive(olga, request)
    gateway.advance(31 * DAY_MS)
    const removed = await reaches(olga, path, 'REMOVED')
    assert.equal(removed.manifestSha256, archive.manifestSha256)
    assert.ok(removed.manifest.includes('porteira-oficio-1'))
    assert.equal((await olga.call('GET', `${path}/file`)).status, 409)
    assert.equal((await olga.call('POST', `${PATH}/${request.id}/archives`, { reason: 'Outra vez.' })).status, 201)
  })
})

describe('what is refused names its field', () => {
  const cases: [field: string, more: object][] = [
    ['processNumber', { processNumber: '0001234-73.2026.8.26.0562' }],
    ['document', { subjectKind: 'DOCUMENT', document: '529.982.247-26', accountId: undefined }],
    ['document', { subjectKind: 'DOCUMENT', accountId: undefined }],
    ['accountId', { subjectKind: 'ACCOUNT', accountId: 999_999 }],
    ['accountId', { subjectKind: 'ACCOUNT', accountId: 1000 }],
    ['endToEndIds', { subjectKind: 'PAYMENTS', endToEndIds: [], accountId: undefined }],
    ['endToEndIds', { subjectKind: 'PAYMENTS', endToEndIds: ['E123'], accountId: undefined }],
    ['document', { subjectKind: 'ACCOUNT', accountId: 1001, document: '529.982.247-25' }],
    ['to', { from: '2026-02-01', to: '2026-01-01' }],
    ['dueOn', { dueOn: '2026-02-30' }],
    ['reason', { reason: '   ' }],
    ['authority', { authority: '   ' }],
  ]
  it('in each', async () => {
    for (const [field, more] of cases) {
      const { status, body, text } = await olga.call('POST', PATH, { ...ofAccount(1001), ...more })
      assert.deepEqual([status, String(body.message ?? body.error?.message).split(':')[0]], [400, field], text)
    }
  })
})
