// R13: a backlog behind the dead rows of the one before it, which nothing can clean up while another session reads an old snapshot, against
// the same without such a session.
import pg from 'pg'
import { clearBooks, makeBacklog, settle } from './backlog-made.ts'
import { drainMade, startEngine, WEBHOOKS } from './drain.ts'
import { type Figure, median } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Part } from './process.ts'

export async function measureSnapshot(infrastructure: Infrastructure, pairs: number, count: number): Promise<Figure[]> {
  const engine = await startEngine(infrastructure, { held: true })
  const all: { free: number; pinned: number }[] = []
  await drainBehind(infrastructure, engine, count, false)
  for (let pair = 0; pair < pairs; pair++)
    all.push({
      free: await drainBehind(infrastructure, engine, count, false),
      pinned: await drainBehind(infrastructure, engine, count, true),
    })
  await engine.end()
  const rate = (which: 'free' | 'pinned') => `${median(all.map(pair => pair[which])).toFixed(0)}/s`
  const note = `${rate('pinned')} behind ${count} dead rows, ${rate('free')} without`
  return [{ name: 'R13', values: all.map(({ free, pinned }) => pinned / free), note }]
}

async function drainBehind(
  infrastructure: Infrastructure,
  engine: Part,
  count: number,
  pinned: boolean,
): Promise<number> {
  await engine.run('hold')
  await clearBooks(infrastructure.db)
  const pin = pinned ? await oldSnapshot(infrastructure) : null
  await makeBacklog(infrastructure, count, WEBHOOKS)
  await drainMade(infrastructure, engine, count)
  await engine.run('hold')
  await makeBacklog(infrastructure, count, WEBHOOKS)
  await settle(infrastructure.db)
  const { perSecond } = await drainMade(infrastructure, engine, count)
  await pin?.end()
  return perSecond
}

/** A long report, which keeps its snapshot open. */
async function oldSnapshot({ bystander }: Infrastructure): Promise<pg.Client> {
  const client = new pg.Client({ ...bystander, idle_in_transaction_session_timeout: 0 })
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select count(*) from delivery')
  return client
}
