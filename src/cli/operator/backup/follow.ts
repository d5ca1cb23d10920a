// `porteira backup follow`: receives the log for as long as it runs, also beside a gateway that starts and stops. It never starts the
// embedded server itself: a gateway could not start then.
import { setTimeout as sleep } from 'node:timers/promises'
import { logFolderOf } from '#backup/log/files.ts'
import { followLog } from '#backup/log/follow.ts'
import { type Config, readConfig } from '#config/config.ts'
import type { Environment } from '#config/environment-values.ts'
import { connectionOf } from '#db/embedded/embedded.ts'
import { openHome, ROOT_SHELF } from '#db/embedded/home.ts'
import { refuseAbsent } from '#db/embedded/join.ts'
import type { Connection } from '#db/postgres.ts'
import { connectionTo } from '#db/server/server-list.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { SECOND_MS, systemClock, systemRandom } from '#kernel/time.ts'
import type { Given, Voice } from '../commands.ts'
import { lockOf } from './options.ts'

/** What is lost with the machine is what came after the last write. */
const WRITE_EVERY_MS = 5 * SECOND_MS
const AGAIN_MS = 2 * SECOND_MS

export async function follow(environment: Environment, given: Given, voice: Voice): Promise<boolean> {
  const work = followOn(environment, given, voice)
  voice.whenDone(work)
  return work
}

async function followOn(environment: Environment, given: Given, { print, leaving }: Voice): Promise<boolean> {
  const lock = await lockOf(given)
  const connection = await connectionOfConfig(readConfig(environment))
  const say = (sentence: string) => print(`${sentence}.\n`)
  let lastWords = ''
  while (!leaving.aborted)
    try {
      await followLog({
        connection,
        lock,
        folder: logFolderOf(String(given.to)),
        clock: systemClock,
        random: systemRandom,
        leaving,
        everyMs: WRITE_EVERY_MS,
        say,
      })
    } catch (error) {
      if (error instanceof StartProblem) throw error
      const { message } = error as Error
      if (message !== lastWords) say(`The log cannot be received now (${message}); trying again`)
      lastWords = message
      await sleep(AGAIN_MS, undefined, { signal: leaving }).catch(() => {})
    }
  return true
}

async function connectionOfConfig({ databaseUrl, dataDir }: Config): Promise<Connection> {
  if (databaseUrl !== null) return connectionTo(databaseUrl)
  await refuseAbsent(dataDir)
  // Of the embedded server's roles this one alone may copy it.
  return { ...connectionOf(await openHome(dataDir, ROOT_SHELF)), user: 'postgres' }
}
