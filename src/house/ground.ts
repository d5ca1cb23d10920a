// What everything in the house stands on: the database, the seal over its secrets, the PSP accounts, time and chance.
import type { Logger } from 'pino'
import { openAlarms } from '#admin/alarm.ts'
import { startDueLoop } from '#db/due.ts'
import { makePartitions } from '#db/migrate.ts'
import { type Connection, type Database, isDivisible, openDatabase } from '#db/postgres.ts'
import { batched } from '#kernel/batch.ts'
import { makeSeal, type Seal } from '#kernel/seal.ts'
import { type Clock, HOUR_MS, type RandomBytes } from '#kernel/time.ts'
import { openDirectory, type PspDirectory } from '#psp/directory.ts'
import { ensureFirstAccount, type FirstAccount, sandboxAccount } from '#psp/first-account.ts'
import type { SealedConfig } from '#secrets.ts'

export interface HouseNeeds {
  config: SealedConfig
  connection: Connection
  log: Logger
  clock: Clock
  random: RandomBytes
  /** Where the sandbox bank listens; null when the PSP is a real one. */
  sandboxUrl: string | null
}

export interface Ground extends HouseNeeds {
  db: Database
  seal: Seal
  psps: PspDirectory
  /** Rings when a person has to look. */
  alarm: (said: string, known: object) => void
}

export async function layGround(parts: AsyncDisposableStack, needs: HouseNeeds): Promise<Ground> {
  const { config, connection, log, clock, random, sandboxUrl } = needs
  const seal = makeSeal(config.encryptionKey, random)
  const db = openDatabase(connection)
  parts.defer(() => db.close())
  const alarms = openAlarms({ db, clock, log })
  parts.defer(() => alarms.stop())
  // Before the first fact: a day whose rows lie in the default partition cannot get its own any more.
  await makePartitions(db)
  const partitions = startDueLoop({ name: 'partitions', everyMs: HOUR_MS, log, round: () => makePartitions(db) })
  parts.defer(() => partitions.stop())

  const { production } = config
  await ensureFirstAccount({ db, ...seal, random, now: clock(), production, log }, firstAccountOf(config, sandboxUrl))
  const psps = openDirectory({ db, open: seal.open, timeoutMs: config.psp.timeout_ms, clock })
  parts.defer(() => psps.close())
  return { ...needs, db, seal, psps, alarm: alarms.ring }
}

function firstAccountOf({ psp }: SealedConfig, sandboxUrl: string | null): FirstAccount {
  if (psp.kind === 'sandbox') return sandboxAccount(sandboxUrl ?? '')
  return {
    kind: psp.kind,
    environment: 'live',
    name: psp.kind,
    baseUrl: psp.baseUrl ?? '',
    pixKey: psp.pixKey ?? '',
    clientId: psp.clientId ?? '',
    clientSecret: psp.clientSecret ?? '',
  }
}

const LARGEST_BATCH = 256
const MOST_WAITING = 4_096

/** The hot use cases go through batches: whoever asks while one is under way goes with the next. */
export function together<Ask, Answer>(flush: (asks: Ask[]) => Promise<Answer[]>): (ask: Ask) => Promise<Answer> {
  return batched({ flush, most: LARGEST_BATCH, mostWaiting: MOST_WAITING, divisible: isDivisible })
}
