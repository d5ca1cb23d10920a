// The world of a storm: a database, a bank and a gateway as real processes, a seller with money, an operator, and a server that receives
// everything that the seller is sent.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/postgres.ts'
import { type Person, signIn } from '../access/person.ts'
import { CARD_FEES, sellsByCard } from '../charge/cards.ts'
import { sellsBoletos } from '../charge/selling.ts'
import { type Gateway, startGateway } from '../crash/gateway-process.ts'
import { freshDatabase, type Seller, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { create } from '../notification/new-webhook.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { type MortalBank, startMortalBank } from '../sandbox/bank-process.ts'
import { openWatcher, type Watcher } from '../torture/watcher.ts'
import { sellsByTransfer } from '../transfer/selling.ts'

export interface World extends AsyncDisposable {
  db: Database
  bank: MortalBank
  seller: Seller
  receiver: Receiver
  /** Of the sums, all the while. */
  watcher: Watcher
  readonly gatewayUrl: string
  /** Kills the gateway with SIGKILL and starts the next. */
  restartGateway(): Promise<void>
  operator(): Promise<Person>
}

export const EVENTS = [
  'sale.pending',
  'sale.paid',
  'sale.canceled',
  'sale.refused',
  'withdrawal.pending',
  'withdrawal.completed',
  'withdrawal.rejected',
]

/** By boleto, card and transfer as well. */
async function sellsEverything(db: Database, seller: Seller): Promise<void> {
  await sellsBoletos({ db }, seller)
  await sellsByTransfer({ db }, seller)
  await sellsByCard({ db }, seller, { ...CARD_FEES, debitCard: { fixedCentavos: 0, basisPoints: 199 } })
}

const FUNDS_CENTS = 99_999_999_00

const GATEWAY_ENV = { SWEEP_EVERY_MS: '2000', PSP_LOOKUP_WAITS_MS: '100,200,300,500,1000,1000,2000,2000,4000,4000' }

export async function openWorld(): Promise<World> {
  const resources = new AsyncDisposableStack()
  try {
    return await assemble(resources)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function assemble(resources: AsyncDisposableStack): Promise<World> {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const folder = await mkdtemp(join(tmpdir(), 'porteira-storm-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const db = openDatabase(connection, 3)
  resources.defer(() => db.close())
  const watcher = resources.use(await openWatcher(connection))
  const receiver = resources.use(await openReceiver())
  const bank = await startMortalBank({ SANDBOX_DATA_DIR: join(folder, 'bank'), SANDBOX_LATENCY_MS: '20' })
  resources.defer(() => bank.stop())
  const place = { connection, bankUrl: bank.url, dataDir: join(folder, 'house'), env: GATEWAY_ENV }
  let gateway: Gateway = await startGateway(place)
  resources.defer(() => gateway.kill())

  const sheet = JSON.parse(await readFile(join(place.dataDir, 'demo.json'), 'utf8'))
  const server = {
    get url() {
      return gateway.url
    },
  }
  const seller = sellerWith(server, sheet.seller.userId, sheet.publicKey, sheet.privateKey)
  await create(await signIn(server, sheet.seller), { webhookUrl: receiver.url, events: EVENTS })
  await sellsEverything(db, seller)
  const wealth = await seller.sell(FUNDS_CENTS)
  await call(bank.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: wealth.pixKey } })
  await seller.reaches(`/api/transactions/${wealth.uuid}`, 'PAGO')
  return {
    db,
    bank,
    seller,
    receiver,
    watcher,
    get gatewayUrl() {
      return gateway.url
    },
    async restartGateway() {
      await gateway.kill()
      // At the same address: each boleto has its own address for notices, which is given when it is made.
      const env = { ...GATEWAY_ENV, PORT: new URL(gateway.url).port }
      gateway = await startGateway({ ...place, env })
    },
    operator: () => signIn(server, sheet.operator),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
