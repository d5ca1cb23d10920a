// Reads all sums of a database in one snapshot, again and again while others are at work on it: a difference at any moment is one
// too many. It outlives the server's deaths, and changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#db/postgres.ts'

export interface Watched {
  looks: number
  slowestMs: number
  /** Differences, in sentences. */
  wrong: string[]
}

export interface Watcher extends AsyncDisposable {
  /** Has looked once more when it answers. */
  end(): Promise<Watched>
}

const EVERY_MS = 100
const MAX_KEPT = 20

/** One statement, and so one snapshot: for each account what its wallet says and what its entries, holds and cashouts add up to. */
const SUMS = `
  with entries as (
    select account_id, count(*) as entries, max(seq) as last,
      sum(case 'available' when credit then amount_centavos when debit then -amount_centavos else 0 end) as available,
      sum(case 'blocked' when credit then amount_centavos when debit then -amount_centavos else 0 end) as blocked,
      sum(case 'fee' when credit then amount_centavos when debit then -amount_centavos else 0 end) as fee,
      sum(case 'received' when credit then amount_centavos when debit then -amount_centavos else 0 end) as received,
      sum(case 'clearing' when credit then amount_centavos when debit then -amount_centavos else 0 end) as clearing,
      count(*) filter (where debit = 'available' and not forced and available_after_centavos < 0) as below_zero
    from transfer group by account_id
  ), ends as (
    select account_id, count(*) filter (where times > 1) as resolved_twice
    from (
      select account_id, hold_seq, count(*) filter (where resolves_hold) as times
      from transfer where hold_seq is not null group by account_id, hold_seq
    ) resolved group by account_id
  ), holds as (
    select account_id, sum(open_centavos) as held, sum(open_centavos) filter (where reason = 'WITHDRAWAL') as held_for_cashouts
    from hold group by account_id
  ), cashouts as (
    select account_id, sum(amount_centavos) as under_way
    from withdrawal where state in ('requested', 'submitted') group by account_id
  )
  select json_build_object('wallet', to_jsonb(wallet) - 'head', 'entries', entries, 'resolvedTwice', resolved_twice,
    'held', held, 'heldForCashouts', held_for_cashouts, 'underWay', under_way)::text as difference
  from wallet
  full join entries using (account_id)
  left join ends using (account_id)
  full join holds using (account_id)
  full join cashouts using (account_id)
  where wallet.seq is null
    or wallet.seq <> coalesce(entries, 0)
    or wallet.seq <> coalesce(last, 0)
    or available_centavos <> coalesce(available, 0)
    or blocked_centavos <> coalesce(blocked, 0)
    or fee_centavos <> coalesce(fee, 0)
    or received_centavos <> coalesce(received, 0)
    or clearing_centavos <> coalesce(clearing, 0)
    or available_centavos + blocked_centavos + fee_centavos + received_centavos + clearing_centavos <> 0
    or blocked_centavos <> coalesce(held, 0)
    or coalesce(held_for_cashouts, 0) <> coalesce(under_way, 0)
    or coalesce(below_zero, 0) > 0
    or coalesce(resolved_twice, 0) > 0`

export async function openWatcher(connection: Connection): Promise<Watcher> {
  const seen: Watched = { looks: 0, slowestMs: 0, wrong: [] }
  let client: pg.Client | null = null
  let isOpen = true

  async function look(): Promise<void> {
    const began = performance.now()
    client ??= await connected(connection)
    const { rows } = await client.query<{ difference: string }>(SUMS)
    seen.looks++
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began)
    for (const { difference } of rows.slice(0, MAX_KEPT - seen.wrong.length))
      seen.wrong.push(`look ${seen.looks}: ${difference}`)
  }

  /** A server that is away is looked at when it is back; any other refusal is a fault of the look itself. */
  async function lookIfThere(): Promise<void> {
    await look().catch(async error => {
      if (error instanceof pg.DatabaseError && !/^(08|53|57P)/.test(error.code ?? '')) throw error
      await client?.end().catch(() => {})
      client = null
    })
  }

  const watching = (async () => {
    while (isOpen) {
      const began = performance.now()
      await lookIfThere()
      await sleep(Math.max(0, EVERY_MS - (performance.now() - began)))
    }
  })()
  watching.catch(() => {})

  const close = async () => {
    isOpen = false
    await watching
    await client?.end().catch(() => {})
    client = null
  }
  return {
    async end() {
      isOpen = false
      await watching
      await look()
      await close()
      return seen
    },
    [Symbol.asyncDispose]: close,
  }
}

async function connected(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'watcher', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

export const watchedText = ({ looks, slowestMs }: Watched) =>
  `watched ${looks} times, ${Math.round(slowestMs)} ms at the slowest`
