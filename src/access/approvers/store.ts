// The SQL of approvers. What is decided by their number locks them: who is removed or demoted meanwhile waits for the decision, and
// a decision that comes later does not count them any more.
import sql, { empty, type Sql } from 'sql-template-tag'
import { personIdIn } from '#db/person-id.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { liveAccountOf } from '#kernel/account/test-account.ts'
import { APPROVING_ROLES, type Approver, approvesFrom } from './approver.ts'

const membersOf = (accountId: number, locking: Sql) => sql`
  select user_id as "userId", least(approves_at, '9999-12-31') as "approvesAt" from member
  join iam."user" person on person.id = user_id::uuid
  where account_id = ${liveAccountOf(accountId)} and role = any(${[...APPROVING_ROLES]}::text[]) order by user_id ${locking}`

/** Of an account: those of them who can sign in. */
export const findApprovers = (db: Queryable, accountId: number) => db.query<Approver>(membersOf(accountId, empty))

/** They stay what they are until the end of the transaction. */
export const lockApprovers = (tx: Transaction, accountId: number) =>
  tx.query<Approver>(membersOf(accountId, sql`for share of member`))

interface OperatorRow {
  userId: string
  since: Date | null
}

const operatorsAmong = (ids: string[], locking: Sql) => sql`
  select id::text as "userId", "operatorSince" as since from iam."user"
  where operator and id in (select ${personIdIn(sql`asked`)} from unnest(${ids}::text[]) as asked) order by id ${locking}`

const approverOf = ({ userId, since }: OperatorRow): Approver => ({
  userId,
  approvesAt: since === null ? null : approvesFrom(since),
})

/** Those of these persons who are operators. */
export const findOperators = async (db: Queryable, ids: string[]): Promise<Approver[]> =>
  (await db.query<OperatorRow>(operatorsAmong(ids, empty))).map(approverOf)

export const lockOperators = async (tx: Transaction, ids: string[]): Promise<Approver[]> =>
  (await tx.query<OperatorRow>(operatorsAmong(ids, sql`for share`))).map(approverOf)

export const oneOf = (approvers: Approver[], userId: string | null): Approver | undefined =>
  approvers.find(approver => approver.userId === userId)
