// What requests of authorities are handed: one set for the whole feature.
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Lock } from '#backup/encryption.ts'
import type { Database, Queryable } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Amounts } from './archive/accompanying-texts.ts'
import type { Scope, Stretch } from './records/scope.ts'

export interface LegalRequestDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  secretBox: SecretBox
  alerts: Pick<Alerts, 'raiseInTx' | 'resolve'>
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Books that may have forgotten something are signed by nobody. */
  paused: () => boolean
  encrypted: (source: Readable, lock: Lock) => Promise<Readable>
  /** For so long the file of an archive is kept. */
  keepDays: number
  release: { version: string; commit: string | null }
  /** Where the public key is published; null before the gateway listens. */
  keyUrl: () => string | null
  statement: {
    /** The transfers of a period, as the statement of the account divides them. */
    stretchOf(db: Queryable, accountId: number, period: Pick<Scope, 'from' | 'to'>): Promise<Stretch>
    /** What there was behind the transfer with this number. */
    balanceBehind(db: Queryable, accountId: number, seq: bigint): Promise<Amounts>
    /** What the statement says of a kind of transfer. */
    describe: (kind: string) => string | null
  }
}
