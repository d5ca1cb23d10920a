// An error as the log has it. That the database is away, or is only coming up, is one sentence: a stack says where a fault of the
// program is, and there is none.
import { stdSerializers } from 'pino'
import { CommitInDoubt, ConnectionTrouble, sqlState } from './postgres.ts'

const STARTING_UP = '57P03'

export function errorForLog(error: Error): object {
  const isAway = error instanceof ConnectionTrouble || error instanceof CommitInDoubt || sqlState(error) === STARTING_UP
  return isAway ? { type: error.constructor.name, message: error.message } : stdSerializers.err(error)
}
