// A storm: people sell, pay and cash out while the bank misbehaves in every way it knows, and gateway and bank are killed in the middle.
// When it has passed, everything owed is given the time to end.
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { untilIdle, untruths } from '../books.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { answerAs, holderWho } from './methods.ts'
import { carryOut, type Done } from './people.ts'
import { actionOf, type Chance, chanceOf, faultOf } from './weather.ts'
import { openWorld, type World } from './world.ts'

export interface StormSettings {
  seed: number
  /** Sales, cashouts and unmatched payments together. */
  commands: number
  /** How often each of gateway and bank is killed. */
  kills: number
  say?: (sentence: string) => void
}

const PEOPLE = 12
const FAULT_EVERY_COMMANDS = 12

/** Answers the world after the storm, with what each of them did. The caller disposes of the world. */
export async function storm(settings: StormSettings): Promise<{ world: World; done: Done[] }> {
  const world = await openWorld()
  try {
    const done = await rage(world, settings)
    settings.say?.('the storm has passed; waiting for everything owed to end')
    await calm(world)
    await untilNoticed(world)
    return { world, done }
  } catch (error) {
    await world[Symbol.asyncDispose]()
    throw error
  }
}

async function rage(world: World, { seed, commands, kills, say = () => {} }: StormSettings): Promise<Done[]> {
  const chance = chanceOf(seed)
  const list = Array.from({ length: commands }, (_, number) => actionOf(chance, number))
  const done: Done[] = []
  const next = list.values()
  const scene = { seller: world.seller, bankUrl: () => world.bank.url }
  const person = async () => {
    for (const command of next) {
      done.push(await carryOut(scene, command))
      if (done.length % 100 === 0) say(`${done.length} of ${commands}`)
    }
  }
  const weather = misbehave(world, chance, { commands, kills, say, doneSoFar: () => done.length })
  await Promise.all([weather, ...Array.from({ length: PEOPLE }, person)])
  return done
}

interface Weather {
  commands: number
  kills: number
  say: (sentence: string) => void
  doneSoFar: () => number
}

/** Faults and deaths, spread over the acts. */
async function misbehave(world: World, chance: Chance, { commands, kills, say, doneSoFar }: Weather): Promise<void> {
  const faults = Math.ceil(commands / FAULT_EVERY_COMMANDS)
  const stages = [
    ...Array.from({ length: faults }, (_, n) => ({ at: (n * commands) / faults, what: 'fault' as const })),
    ...Array.from({ length: kills }, (_, n) => ({ at: ((n + 0.5) * commands) / kills, what: 'gateway' as const })),
    ...Array.from({ length: kills }, (_, n) => ({ at: ((n + 0.8) * commands) / kills, what: 'bank' as const })),
  ].toSorted((one, other) => one.at - other.at)
  for (const { at, what } of stages) {
    while (doneSoFar() < Math.min(at, commands - PEOPLE)) await sleep(10)
    if (what === 'gateway') await world.restartGateway()
    else if (what === 'bank') await world.bank.restart()
    else await order(world, faultOf(chance))
    if (what !== 'fault') say(`killed the ${what} after ${doneSoFar()}`)
  }
}

async function order({ bank }: World, fault: object): Promise<void> {
  const { status, text } = await call(bank.url, 'POST', '/sandbox/faults', { body: fault })
  if (status >= 300) throw new Error(`the bank does not know this fault: ${text}`)
}

const REVIEW_SECONDS = 31 * 60
const CALM_MS = 120_000

/** No more faults; what has been put off is due now, and what the bank reviews has been, again and again, until it is done. */
async function calm(world: World): Promise<void> {
  await call(world.bank.url, 'DELETE', '/sandbox/faults')
  const since = new Date()
  const operator = await world.operator()
  await until(
    async () => {
      await prioritise(world)
      await endReviews(world)
      await answerChallenges(world)
      await decideAll(operator)
      if (await somethingExpiresSoon(world)) return null
      if (await someListIsUnread(world, since)) return null
      const isAtRest = await untilIdle(world, { latestMs: 2_000 }).then(
        () => true,
        () => false,
      )
      // The last report of the bank may have been one that a person has to judge.
      return isAtRest && (await openAnomalies(operator)).length === 0 ? true : null
    },
    'everything owed to end',
    CALM_MS,
  ).catch(async error => {
    throw new Error(
      `still owed after the storm (${error.message}): ${await owedCashouts(world)} ${await restless(world)}`,
    )
  })
}

const NOTICES_MS = 60_000

/** A bank that is asked for a lost notice sends it in its own time. What is still not booked after that is named by the judge. */
async function untilNoticed({ db, bank }: World): Promise<void> {
  const isBooked = async () => (await untruths({ db, bankUrl: bank.url })).length === 0 || null
  await until(isBooked, 'what the bank has to be booked', NOTICES_MS).catch(() => {})
}

/** Holders of debit cards whose attempt was made late. */
async function answerChallenges({ db, bank }: World): Promise<void> {
  const rows = await db.query<{ url: string; holder: string }>(sql`
    select challenge_url as url, customer_name as holder from charge
    join sale on sale.account_id = charge.account_id and sale.id = sale_id
    where challenge_url is not null and state = 'PAYING'`)
  for (const { url, holder } of rows)
    await answerAs(bank.url, url, holder === holderWho('authorises') ? 'authorises' : 'refuses')
}

/** Half an hour goes by at the bank, once for those that it has by now and again for those that reached it late. */
async function endReviews({ db, bank }: World): Promise<void> {
  const rows = await db.query(sql`
    select 1 from withdrawal where state = 'submitted' and pix_key like 'analise%' limit 1`)
  if (rows.length === 0) return
  const { status, text } = await call(bank.url, 'POST', '/sandbox/clock', { body: { advanceSeconds: REVIEW_SECONDS } })
  if (status >= 300) throw new Error(`the bank's clock cannot be moved: ${text}`)
}

/** The codes that were made to expire are still open for a moment. */
async function somethingExpiresSoon({ db }: World): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from sale where status = 'PENDENTE' and expires_at < now() + interval '1 minute' limit 1`)
  return rows.length > 0
}

/** What came with a lost callback or notice stands in the PSP's lists alone. Every list has something in it: all methods are sold. */
async function someListIsUnread({ db }: World, since: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select from psp_sweep where list = any(${LISTS}::text[]) and swept_to < ${since} limit 1`)
  return rows.length > 0
}

const LISTS = ['received', 'sent', 'boletos', 'cards']

const restless = (world: World) => untilIdle(world, { latestMs: 1 }).catch(error => error.message)

/** With the last answer of the bank, for who looks for the reason. */
async function owedCashouts({ db }: World): Promise<string> {
  const rows = await db.query<{ line: string }>(sql`
    select concat_ws(' ', pix_key, state, payout_attempt.payout_id, outcome, lookups, detail,
      (select string_agg(kind, ' ') from anomaly where anomaly.account_id = withdrawal.account_id
        and subject_id = withdrawal.id)) as line
    from withdrawal left join payout_attempt on payout_attempt.account_id = withdrawal.account_id
      and withdrawal_id = withdrawal.id
    where state in ('requested', 'submitted') limit 10`)
  return rows.map(({ line }) => line).join('; ')
}

/** The leases of the dead processes run out, and what waits for its hour is due now. */
async function prioritise({ db }: World): Promise<void> {
  await db.query(sql`
    update sale set due_at = now() where due_at > now() and (status = 'EM_PROCESSAMENTO' or expires_at < now())`)
  await db.query(sql`update withdrawal set due_at = now() where due_at > now()`)
  // A card that the bank knows nothing of is given up after a day, a boleto is waited for until its time is over.
  await db.query(sql`
    update charge set created_at = created_at - interval '25 hours', seal = default
    where state = 'PAYING' and method = 'card' and token_sealed is null and created_at > now() - interval '1 day'
      and (reported_state is null or reported_state = 'new')`)
  await db.query(sql`
    update charge set due_at = now() from sale where charge.due_at > now() and sale.account_id = charge.account_id and sale.id = sale_id
      and sale.status = 'EM_PROCESSAMENTO'`)
  await db.query(sql`update refund set due_at = now() where due_at > now()`)
  await db.query(sql`update psp_inbox set due_at = now() where due_at > now()`)
  await db.query(sql`update psp_sweep set due_at = now() where due_at > now()`)
  await db.query(sql`update delivery set leased_until = now() where leased_until > now()`)
}

type Operator = Awaited<ReturnType<World['operator']>>

async function openAnomalies(operator: Operator): Promise<{ uuid: string; allowedDecisions: string[] }[]> {
  const { body } = await operator.call('GET', '/api/admin/anomalies?status=open&limit=100')
  return body.data
}

/** A person decides what the gateway must not: what was paid after all is the operator's loss. */
async function decideAll(operator: Operator): Promise<void> {
  for (const { uuid, allowedDecisions } of await openAnomalies(operator)) {
    const preferred = allowedDecisions.find(decision => decision === 'BEAR_LOSS') ?? allowedDecisions[0]
    await operator.call('POST', `/api/admin/anomalies/${uuid}/decide`, {
      decision: preferred,
      reason: 'after the storm',
    })
  }
}
