// pg-boss set up for a backlog: several workers fetch large batches back to back, and a batch is logged and completed with
// one statement each. What it does for its own upkeep is switched off.
import { type Job as BossJob, PgBoss } from 'pg-boss'
import { play } from './process.ts'
import { type Job, logAttempts, makeJobs, openDeliverer, type RivalGiven } from './rival.ts'

const QUEUE = 'notify'
const WORKERS = 4
const BATCH = 200

play(async (given: RivalGiven) => {
  const deliverer = openDeliverer(given)
  const boss = new PgBoss({ ...given.connection, max: 10, supervise: false, schedule: false })
  boss.on('error', error => process.stderr.write(`${error.stack}\n`))
  await boss.start()
  await boss.createQueue(QUEUE)

  async function deliverAll(jobs: BossJob<Job>[]): Promise<void> {
    const attempts = await Promise.all(jobs.map(({ data }) => deliverer.deliver(data)))
    await logAttempts(deliverer.db, attempts)
  }

  return {
    tasks: {
      async fill(count: number) {
        const jobs = makeJobs(given, count)
        for (let n = 0; n < count; n += 1_000)
          await boss.insert(
            QUEUE,
            jobs.slice(n, n + 1_000).map(data => ({ data })),
          )
      },
      async release() {
        await boss.work<Job>(
          QUEUE,
          { batchSize: BATCH, localConcurrency: WORKERS, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
          deliverAll,
        )
      },
      hold: () => boss.offWork(QUEUE, { wait: true }),
    },
    async close() {
      await boss.stop({ graceful: false })
      await deliverer.close()
    },
  }
})
