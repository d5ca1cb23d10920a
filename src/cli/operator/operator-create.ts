// The operators of a gateway. A person who can run a command here may name the first operator, and the second; from then on one
// of them asks for another one by this command, and one of the others confirms it in the panel.
import { pino } from 'pino'
import { type Auth, openAuth } from '#access/auth.ts'
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Connection, Database, Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { MAKE_OPERATOR, makeOperatorCommand } from '#member/operator/promote.ts'
import { awaitNoAccount, findOperators, findPersonId, lockOperatorList } from '#member/operator/store.ts'
import { propose } from '#proposal/propose.ts'

export interface OperatorDeps extends AuthSecrets {
  connection: Connection
  db: Database
  clock: Clock
  random: RandomBytes
  publicUrl: string | null
}

export interface OperatorRequest {
  email: string
  name: string
  /** The operator who asks for another one, where there are two already. */
  by: string | null
}

/**
 * `there`: this person is an operator already. `tooFewApprovers`: there are two, so one of these has to be named. `proposed`: another
 * one than who asked has to confirm it. Of the first two nothing was done.
 */
export type OperatorMade =
  | { password: string; wasKnown: boolean; proposed: boolean }
  | { there: string }
  | { tooFewApprovers: string[] }

export async function createOperator(deps: OperatorDeps, request: OperatorRequest): Promise<OperatorMade> {
  const { connection, db, secret, otherSecret, publicUrl } = deps
  const auth = await openAuth({
    connection,
    db,
    secret,
    otherSecret,
    publicUrl,
    production: true,
    origins: () => [],
    // What fails is thrown, and the command line says it.
    log: pino({ level: 'silent' }),
  })
  try {
    // Two commands at once wait for each other. The person is written by better-auth, on a connection of its own.
    return await db.transaction(async tx => {
      await lockOperatorList(tx)
      const there = await findOperators(tx)
      const email = request.email.toLowerCase()
      if (there.some(operator => operator.email === email)) return { there: email }
      const asking = there.find(operator => operator.email === request.by?.toLowerCase())
      if (there.length >= 2 && asking === undefined) return { tooFewApprovers: there.map(operator => operator.email) }
      return makePerson(tx, deps, auth, { ...request, email, asking: there.length < 2 ? null : (asking?.id ?? null) })
    })
  } finally {
    await auth.close()
  }
}

const PASSWORD_BYTES = 15

/** Every way in that was set before ends with the new password, also one that a stranger has set for this address. */
async function makePerson(
  tx: Transaction,
  { db, clock, random }: OperatorDeps,
  auth: Auth,
  { email, name, asking }: { email: string; name: string; asking: string | null },
): Promise<OperatorMade> {
  const wasKnown = (await findPersonId(tx, email)) !== null
  const password = random(PASSWORD_BYTES).toString('base64url')
  const { id } = await auth.createUser({ email, name, password, operator: asking === null })
  if (asking === null) {
    const action = { actor: THE_GATEWAY, action: 'operator.created', subject: 'person', subjectId: id }
    await record(tx, [{ ...action, detail: { email, by: 'command line' } }], clock())
    return { password, wasKnown, proposed: false }
  }
  await awaitNoAccount(db, id)
  const proposed = await propose(
    { db, clock, commands: { [MAKE_OPERATOR]: makeOperatorCommand } },
    {
      kind: MAKE_OPERATOR,
      accountId: SUSPENSE_ACCOUNT_ID,
      payload: { userId: id, email, name },
      reason: `${name} (${email}) is to run this gateway`,
      by: { id: asking, address: 'command line' },
    },
  )
  if (proposed instanceof Failure) throw proposed
  return { password, wasKnown, proposed: true }
}
