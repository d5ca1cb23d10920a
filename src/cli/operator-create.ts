// The first operator of a house: whoever can run a command here may say who runs it. Later ones are nobody's to make this way, so
// that the command is no way around the people who are there.
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { openAuth } from '#access/auth.ts'
import { record, THE_HOUSE } from '#audit/audit.ts'
import type { Connection, Database, Transaction } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'

export interface OperatorNeeds {
  connection: Connection
  db: Database
  clock: Clock
  random: RandomBytes
  /** AUTH_SECRET. */
  secret: string
  publicUrl: string | null
}

/** `there`: this operator is there already, and nothing was done. */
export type OperatorMade = { password: string; wasKnown: boolean } | { there: string }

export async function createOperator(
  needs: OperatorNeeds,
  who: { email: string; name: string },
): Promise<OperatorMade> {
  const { connection, db, clock, random, secret, publicUrl } = needs
  const auth = await openAuth({
    ...{ connection, secret, publicUrl, production: true, origins: () => [] },
    // What fails is thrown, and the command line says it.
    ...{ log: pino({ level: 'silent' }), onUserCreated: async () => {} },
  })
  try {
    // Two commands at once wait for each other. The person is written by better-auth, on a connection of its own.
    return await db.transaction(async tx => {
      await lockOperators(tx)
      const there = await firstOperator(tx)
      if (there !== null) return { there }
      const wasKnown = await auth.knows(who.email)
      const password = random(PASSWORD_BYTES).toString('base64url')
      const { id, email } = await auth.createUser({ ...who, password, operator: true })
      const deed = { actor: THE_HOUSE, action: 'operator.created', subject: 'person', subjectId: id }
      await record(tx, [{ ...deed, detail: { email, by: 'command line' } }], clock())
      return { password, wasKnown }
    })
  } finally {
    await auth.close()
  }
}

const PASSWORD_BYTES = 15

const lockOperators = (tx: Transaction) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended('the first operator', 0))`)

async function firstOperator(tx: Transaction): Promise<string | null> {
  const [operator] = await tx.query<{ email: string }>(sql`
    select email from iam."user" where operator order by "createdAt", id limit 1`)
  return operator?.email ?? null
}
