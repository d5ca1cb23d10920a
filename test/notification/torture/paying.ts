// A till: clients that pay and publish it in the same commit, an engine that sends, and one shop that receives. Whatever happens to the
// database meanwhile, an event exists if and only if its payment does, and every event that exists is sent once and logged once.
import sql from 'sql-template-tag'
import {
  CommitInDoubt,
  type Connection,
  ConnectionTrouble,
  type Database,
  openDatabase,
  type Transaction,
} from '#db/postgres.ts'
import { openEgress } from '#http/egress/egress.ts'
import type { Centavos } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { until } from '../../until.ts'
import { listen, openAccount } from './audience.ts'
import { startEngine } from './engine.ts'
import { saleEvent } from './events.ts'
import { type Books, halfEvents, readBooks, wrongLog } from './judgement.ts'
import { openReceivers, type Receivers } from './receivers.ts'

export interface Till extends AsyncDisposable {
  receivers: Receivers
  /** How the payments ended. */
  ends: Ends
  /** Pays and publishes, with so many clients, until it is stopped. */
  payUntil(stop: () => boolean): Promise<void>
  books(): Promise<Books>
  /** Takes all connections of the process for so long. */
  crowd(forMs: number): Promise<unknown>
  /** Waits until everything is sent, and returns what is wrong. */
  judged(): Promise<{ message: string; wrong: string[] }>
}

export interface Ends {
  committed: number
  inDoubt: number
  lost: number
  rolledBack: number
  /** Of those that were committed: the first try was refused for the order of things. */
  triedAgain: number
}

export interface TillDeps {
  /** For the set-up of the till and the judgement: not through the proxy in between. */
  direct: Database
  /** For the engine and the payments. */
  through: Connection
  bent?: (db: Database) => Database
  clients?: number
}

const CLIENTS = 6
const CONNECTIONS = 10
const TIMEOUT_MS = 5_000
const ENDS_MS = 40_000
const AFTER_TROUBLE_MS = 20
const PATH = '/shop'

/** An eighth: so few that the receiver is never left alone for it. */
const isRefused = (eventId: string) => '08'.includes(eventId.charAt(0))

const isRolledBack = (number: bigint) => number % 11n === 0n
const isTriedAgain = (number: bigint) => number % 7n === 0n

class Regret extends Error {}

export async function openTill({ direct, through, bent = db => db, clients = CLIENTS }: TillDeps): Promise<Till> {
  const resources = new AsyncDisposableStack()
  const receivers = resources.use(await openReceivers())
  const accountId = await openAccount(direct)
  const { secret } = await listen(direct, { accountId, url: receivers.at(PATH) })
  // Some are refused at first, so that there is something to be put off.
  receivers.rules.set(PATH, { secret, answer: (eventId, nth) => (nth === 1 && isRefused(eventId) ? 503 : 200) })
  const db = openDatabase(through, CONNECTIONS)
  resources.defer(() => db.close())
  const egress = openEgress({ publicOnly: false, timeoutMs: TIMEOUT_MS })
  resources.defer(() => egress.close())
  const engine = startEngine({ db: bent(db), egress, timeoutMs: TIMEOUT_MS })
  resources.defer(() => engine.dispatcher.stop())
  let payments = 0n
  const ends: Ends = { committed: 0, inDoubt: 0, lost: 0, rolledBack: 0, triedAgain: 0 }

  async function written(tx: Transaction, number: bigint, tries: number) {
    const now = new Date()
    const books = await openBooks(tx, [accountId], now)
    const sale = { subject: 'sale' as const, subjectId: number, pspAccountId: 1 }
    books.mustPost(accountId, { kind: 'SALE', amount: 100_00n as Centavos, ...sale })
    await books.write()
    const pendingDeliveries = await engine.outbox.write(tx, [saleEvent({ accountId, number })], now)
    if (isRolledBack(number)) throw new Regret()
    if (isTriedAgain(number) && tries === 1) await refuseForTheOrder(tx)
    return pendingDeliveries.flat()
  }

  async function pay(number: bigint): Promise<void> {
    let tries = 0
    try {
      const pendingDeliveries = await db.transaction(tx => written(tx, number, ++tries))
      ends.committed++
      if (tries > 1) ends.triedAgain++
      engine.outbox.send(pendingDeliveries)
    } catch (error) {
      if (error instanceof CommitInDoubt) ends.inDoubt++
      else if (error instanceof ConnectionTrouble) await troubled()
      else if (error instanceof Regret) ends.rolledBack++
      else throw error
    }
  }

  async function troubled(): Promise<void> {
    ends.lost++
    await new Promise(wake => setTimeout(wake, AFTER_TROUBLE_MS))
  }

  const till: Till = {
    receivers,
    ends,
    async payUntil(stop) {
      const client = async () => {
        while (!stop()) await pay(++payments)
      }
      await Promise.all(Array.from({ length: clients }, client))
    },
    books: () =>
      readBooks(
        { db: direct },
        sql`select account_id, subject_id as number from transfer where kind = 'SALE' and account_id = ${accountId}`,
      ),
    crowd: forMs =>
      Promise.all(Array.from({ length: CONNECTIONS }, () => db.query(sql`select pg_sleep(${forMs / 1_000})`))),
    async judged() {
      const open = async () => (await direct.query(sql`select from delivery limit 1`)).length
      await until(async () => (await open()) === 0 || null, 'everything to be sent', ENDS_MS)
      return judgedBy(till)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
  return till
}

/** As the server does where two transactions cannot both have come first. */
const refuseForTheOrder = (tx: Transaction) =>
  tx.query(sql`do $$ begin raise exception 'could not serialize access' using errcode = '40001'; end $$`)

async function judgedBy({ ends, receivers, books: read }: Till): Promise<{ message: string; wrong: string[] }> {
  const { committed, inDoubt, lost, rolledBack, triedAgain } = ends
  const books = await read()
  const { receipts: incomingPayments, complaints } = receivers
  const stored = books.events.map(({ uid }) => uid).toSorted()
  const heard = [...new Set(incomingPayments.map(({ eventId }) => eventId))].toSorted()
  const wrong = [
    ...complaints,
    ...halfEvents(books),
    ...wrongLog(books.logged),
    ...(stored.length < committed ? [`${committed} were committed, and there are ${stored.length}`] : []),
    ...(stored.length > committed + inDoubt ? [`${stored.length} facts of ${committed} and ${inDoubt} in doubt`] : []),
    ...(heard.join() === stored.join() ? [] : [`${heard.length} facts were heard, and there are ${stored.length}`]),
    // No engine ended.
    ...(incomingPayments.length === books.logged.length
      ? []
      : [`${incomingPayments.length} letters, ${books.logged.length} in the log`]),
  ]
  const message = `${committed} payments committed (${triedAgain} at the second try), ${inDoubt} in doubt, ${lost} lost, ${rolledBack} rolled back; ${stored.length} facts, ${incomingPayments.length} letters`
  return { message, wrong }
}
