// graphile-worker as its own guide to performance sets it up: jobs fetched 500 at a time into a local queue, completions
// gathered. The log is gathered too, and a job is done when its attempt is in the log, as with the engine; meanwhile others
// have its place at the receivers.

import { Logger, makeWorkerUtils, type Runner, run, runMigrations } from 'graphile-worker'
import pLimit from 'p-limit'
import pg from 'pg'
import { play } from './process.ts'
import { type Attempt, type Job, logAttempts, makeJobs, openDeliverer, type RivalGiven } from './rival.ts'

const CONCURRENT_POSTS = 144
const CONCURRENT_JOBS = 500
const FETCHED_PER_BATCH = 500
const LOGGED_PER_BATCH = 500
const GATHER_MS = 10

play(async (given: RivalGiven) => {
  const deliverer = openDeliverer(given)
  const pgPool = new pg.Pool({ ...given.connection, max: 20 })
  pgPool.on('error', () => {})
  pgPool.on('connect', client => client.on('error', () => {}))
  const logger = new Logger(() => () => {})
  const shared = { pgPool, logger }
  await runMigrations(shared)
  const utils = await makeWorkerUtils(shared)
  let runner: Runner | null = null
  const posts = pLimit(CONCURRENT_POSTS)
  let ended: Attempt[] = []
  let logged = Promise.withResolvers<void>()

  /** Resolves when the attempt is in the log. */
  function log(attempt: Attempt): Promise<void> {
    const { promise } = logged
    ended.push(attempt)
    if (ended.length === 1) setTimeout(flush, GATHER_MS)
    if (ended.length >= LOGGED_PER_BATCH) flush()
    return promise
  }

  function flush(): void {
    if (ended.length === 0) return
    logAttempts(deliverer.db, ended).then(logged.resolve, logged.reject)
    ended = []
    logged = Promise.withResolvers()
  }

  return {
    tasks: {
      async fill(count: number) {
        const jobs = makeJobs(given, count)
        for (let n = 0; n < count; n += 1_000)
          await utils.addJobs(jobs.slice(n, n + 1_000).map(payload => ({ identifier: 'notify', payload })))
      },
      async release() {
        runner = await run({
          ...shared,
          noHandleSignals: true,
          taskList: { notify: async payload => log(await posts(() => deliverer.deliver(payload as Job))) },
          preset: {
            worker: {
              concurrentJobs: CONCURRENT_JOBS,
              localQueue: { size: FETCHED_PER_BATCH },
              completeJobBatchDelay: GATHER_MS,
              failJobBatchDelay: GATHER_MS,
            },
          },
        })
      },
      async hold() {
        await runner?.stop()
        runner = null
      },
    },
    async close() {
      await runner?.stop()
      await utils.release()
      await pgPool.end()
      await deliverer.close()
    },
  }
})
