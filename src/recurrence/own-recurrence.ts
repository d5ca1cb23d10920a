// The recurrence that a path names, by idRec, uuid or number, for its own account only. To an API key the contract distinguishes what
// another account has from what does not exist; to a person in the panel both are unknown.
import { Type } from 'typebox'
import { DOCUMENTED, PATH_ID_FORM } from '#http/schema.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { parsePathId } from '#kernel/ids.ts'
import type { RecurrenceDeps } from './deps.ts'
import type { Recurrence } from './recurrence.ts'
import { findRecurrence, type RecurrenceId, recurrenceExists } from './store.ts'

export type OwnRecurrence = (
  deps: Pick<RecurrenceDeps, 'db'>,
  accountId: number,
  id: RecurrenceId,
) => Promise<Recurrence>

const ID_REC = /^[A-Za-z][A-Za-z0-9]{18,34}$/

export const RecurrenceParams = Type.Object({
  id: Type.String({
    description: 'idRec, uuid or number',
    [DOCUMENTED]: { pattern: `^([A-Za-z][A-Za-z0-9]{18,34}|${PATH_ID_FORM})$` },
  }),
})

/** Throws INVALID_DATA for what can be no id. */
export function recurrenceIdIn(text: string): RecurrenceId {
  const id = ID_REC.test(text) ? { idRec: text } : parsePathId(text)
  if (id === null) throw new Failure('INVALID_DATA', 'id: expected an idRec, a uuid or a whole number')
  return id
}

async function find(deps: Pick<RecurrenceDeps, 'db'>, accountId: number, id: RecurrenceId): Promise<Recurrence | null> {
  const found = await findRecurrence(deps.db, accountId, id)
  return found === null || found.status === 'CRIANDO' || found.status === 'FALHOU' ? null : found
}

/** By key: OTHER_ACCOUNT, or NOT_FOUND. */
export const ownRecurrence: OwnRecurrence = async (deps, accountId, id) => {
  const found = await find(deps, accountId, id)
  if (found !== null) return found
  throw (await recurrenceExists(deps.db, id))
    ? new Failure('OTHER_ACCOUNT', 'The recurrence belongs to another account')
    : notFound('Recurrence')
}

/** In the panel: NOT_FOUND, also where another account has it. */
export const ownRecurrenceAlone: OwnRecurrence = async (deps, accountId, id) => {
  const found = await find(deps, accountId, id)
  if (found === null) throw notFound('Recurrence')
  return found
}
