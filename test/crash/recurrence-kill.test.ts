// The gateway is killed with SIGKILL while recurrences are being created: at each call of each journey, with the call executed at the bank or
// not. What nobody asks for again is taken back, so that nothing of it can be paid or authorised; what is asked for again under its key is
// made, once.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { assertBooks } from '../books.ts'
import { freshDatabase, type Seller, sellerWith } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { some } from '../long.ts'
import { inDays, PAYER, recurrenceBody } from '../recurrence/recurring.ts'
import { type BankClient, clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { type Gateway, startGateway } from './gateway-process.ts'

type Body = ReturnType<typeof recurrenceBody>

const first = { amount: 4990 }
const one = () => recurrenceBody({ jornada: 1, pagador: PAYER })
const two = () => recurrenceBody()
const three = () => recurrenceBody({ jornada: 3, dataInicial: undefined, primeiroPagamento: first })
const four = () =>
  recurrenceBody({
    jornada: 4,
    dataInicial: undefined,
    primeiroPagamento: { ...first, dataDeVencimento: inDays(5) },
  })

/** Every call of every journey, in which the gateway dies. */
const STEPS: [body: () => Body, on: string][] = [
  [three, 'PUT /cob'],
  [four, 'PUT /cobv'],
  [one, 'POST /solicrec'],
  [three, 'POST /rec'],
  [one, 'POST /rec'],
  [four, 'POST /rec'],
  [two, 'POST /rec'],
  [three, 'POST /locrec'],
  [four, 'POST /locrec'],
  [three, 'GET /rec'],
  [four, 'GET /rec'],
  [two, 'GET /rec'],
]
const FATES = ['timeoutAfter', 'timeoutBefore'] as const
/** The calls that are under way hang until the gateway dies. */
const HANGING_MS = 120_000

interface Creation {
  key: string
  body: Body
  /** Where it died. */
  at: string
  isAskedAgain: boolean
}

interface Begun {
  creation: Creation
  on: string
  fate: string
}

interface Place extends AsyncDisposable {
  db: Database
  bank: OpenBank
  client: BankClient
  start(): Promise<{ gateway: Gateway; seller: Seller }>
}

async function openPlace(): Promise<Place> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-kill-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  return {
    db,
    bank,
    client: await clientOf(bank),
    async start() {
      const env = { PSP_TIMEOUT_MS: String(HANGING_MS) }
      const gateway = await startGateway({ connection, bankUrl: bank.url, dataDir, env })
      resources.defer(() => gateway.kill())
      const sheet = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
      return { gateway, seller: sellerWith(gateway, sheet.seller.userId, sheet.publicKey, sheet.privateKey) }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

const request = (seller: Seller, { key, body }: Creation): Promise<Answer> =>
  seller.api('POST', '/api/pix-automatico', body, { 'idempotency-key': key })

const faults = async ({ bank }: Place) => (await call(bank.url, 'GET', '/sandbox/faults')).body.data

/** Each hangs in its own call; nobody hears of any. */
async function beginAll(place: Place, seller: Seller, creations: Begun[]) {
  for (const { creation, on, fate } of creations) {
    const body = { on, fate, times: 1 }
    assert.equal((await call(place.bank.url, 'POST', '/sandbox/faults', { body })).status, 201)
    request(seller, creation).then(
      ({ status }) => assert.fail(`${creation.at} was answered: ${status}`),
      () => {},
    )
    await until(async () => (await faults(place)).length === 0 || null, `${creation.at} to be under way`)
  }
}

/** As if as much time had gone by as a creation may take: leases and holds of the dead process are over. */
async function timeGoesBy({ db }: Place): Promise<void> {
  await db.query(sql`update idempotency set busy_until = created_at where answer is null`)
}

async function waitsAreOver({ db }: Place): Promise<void> {
  await db.query(sql`
    update recurrence set due_at = now(), rec_absent_at = rec_absent_at - interval '2 minutes', seal = default
    where status = 'CRIANDO'`)
  await db.query(sql`update sale set due_at = now() where status = 'EM_PROCESSAMENTO' and due_at is not null`)
}

const unfinished = async ({ db }: Place): Promise<unknown[]> =>
  db.query(sql`
    select contrato, status, step from recurrence where status = 'CRIANDO'
    union all select contrato, status, null from sale where status = 'EM_PROCESSAMENTO'`)

async function liveAtBank({ client }: Place, contrato: string): Promise<string[]> {
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&paginacao.itensPorPagina=1000'
  const recs: Answer['body'][] = (await client.call('GET', `/v2/rec?${period}`)).body.recs
  const ours = recs.filter(({ vinculo, status }) => vinculo.contrato === contrato && LIVE.has(status))
  return ours.map(({ idRec }) => idRec)
}
const LIVE = new Set(['CRIADA', 'APROVADA'])

/** How many of the charges of these sales can still be paid. */
async function payable({ db, client }: Place, contrato: string): Promise<number> {
  const sales = await db.query<{ txid: string }>(sql`select txid from sale where contrato = ${contrato}`)
  const states = await Promise.all(
    sales.flatMap(({ txid }) =>
      ['cob', 'cobv'].map(async noun => (await client.call('GET', `/v2/${noun}/${txid}`)).body),
    ),
  )
  return states.filter(({ status }) => status === 'ATIVA').length
}

const creationAt = (bodyOf: () => Body, on: string, fate: string, isAskedAgain: boolean): Creation => {
  const body = bodyOf()
  const at = `${fate} of ${on} in journey ${body.jornada}${isAskedAgain ? ', asked again' : ''}`
  return { key: `key ${body.contrato}`, body, at, isAskedAgain }
}

/** Each step in every way; every day most steps in one of them. */
const CREATIONS = FATES.flatMap(fate =>
  [false, true].flatMap(isAskedAgain =>
    STEPS.map(([bodyOf, on]) => ({ creation: creationAt(bodyOf, on, fate, isAskedAgain), on, fate })),
  ),
)
const creations = some(CREATIONS, 5)
/** So many hang when a gateway dies. */
const OF_A_LIFE = 12
const lives = Array.from({ length: Math.ceil(creations.length / OF_A_LIFE) }, (_, n) =>
  creations.slice(n * OF_A_LIFE, (n + 1) * OF_A_LIFE),
)

test(`a gateway that is killed with ${creations.length} creations under way`, async t => {
  await using place = await openPlace()
  for (const life of lives) {
    const { gateway, seller } = await place.start()
    await beginAll(place, seller, life)
    await gateway.kill()
  }
  assert.ok((await unfinished(place)).length >= creations.length)
  await timeGoesBy(place)

  const { seller } = await place.start()
  const all = creations.map(({ creation }) => creation)
  const again = all.filter(({ isAskedAgain }) => isAskedAgain)
  const left = all.filter(({ isAskedAgain }) => !isAskedAgain)

  await t.test('what is asked for again under its key is made, and there is one at the bank', async () => {
    for (const creation of again) {
      const answer = await until(async () => {
        const made = await request(seller, creation)
        if (made.status === 503) await place.db.query(ABSENT_LONG_AGO)
        return made.status === 503 ? null : made
      }, `${creation.at} to be answered`)
      assert.equal(answer.status, 201, `${creation.at}: ${answer.text}`)
      assert.deepEqual(await liveAtBank(place, creation.body.contrato), [answer.body.idRec], creation.at)
      assert.equal(await payable(place, creation.body.contrato), Number(creation.body.jornada) > 2 ? 1 : 0, creation.at)
      assert.deepEqual((await request(seller, creation)).body, answer.body)
    }
  })

  await t.test('what nobody asks for again is taken back: nothing of it can be paid or authorised', async () => {
    await until(async () => {
      await waitsAreOver(place)
      return (await unfinished(place)).length === 0 || null
    }, 'every creation to be taken back')
    for (const { body, at } of left) {
      assert.deepEqual(await liveAtBank(place, body.contrato), [], at)
      assert.equal(await payable(place, body.contrato), 0, at)
    }
  })

  await t.test('its contract is free, and its key begins anew', async () => {
    for (const creation of left.slice(0, 4)) {
      const made = await request(seller, creation)
      assert.equal(made.status, 201, `${creation.at}: ${made.text}`)
      assert.deepEqual(await liveAtBank(place, creation.body.contrato), [made.body.idRec])
    }
  })

  await t.test('the books add up, here and with the bank', () => assertBooks({ db: place.db, bankUrl: place.bank.url }))
})

/** Between two lookups of what the bank may still make. */
const ABSENT_LONG_AGO = sql`
  update recurrence set rec_absent_at = rec_absent_at - interval '2 minutes', seal = default
  where status = 'CRIANDO' and rec_absent_at is not null`
