// Making a person an operator where there are two already: one asks for it at the command line, another one confirms it in the
// panel. The person is there by then, with a password that the command has shown; what else let them in ends with the confirmation.
import { endWaysIn } from '#access/sessions/revoke-access-store.ts'
import { record } from '#audit/audit.ts'
import { Failure } from '#kernel/failure.ts'
import type { Command, Payload } from '#proposal/proposal.ts'
import { beginOperator, isOperatorAlready } from './store.ts'

export const MAKE_OPERATOR = 'operator.make'

export const makeOperatorCommand: Command = {
  async refusal(tx, { payload }) {
    const operator = await isOperatorAlready(tx, personIn(payload).userId)
    if (operator === null) return new Failure('CONFLICT', 'There is no such person any more')
    return operator ? new Failure('CONFLICT', 'This person is an operator already') : null
  },
  async carryOut(tx, _books, { proposal, by, now }) {
    const { userId, email } = personIn(proposal.payload)
    await endWaysIn(tx, userId, { keeping: 'nothing' })
    await beginOperator(tx, userId)
    const actor = { kind: 'operator', ...by } as const
    const command = { actor, action: 'operator.created', subject: 'person', subjectId: userId }
    await record(tx, [{ ...command, detail: { email, proposal: String(proposal.id) } }], now)
    return { userId }
  },
}

function personIn({ userId, email }: Payload): { userId: string; email: string } {
  return { userId: String(userId), email: String(email) }
}
