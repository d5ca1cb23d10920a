// The people of accounts as the rest of the gateway sees them. Their routes stand in this folder; here is what takes two operators.
import type { Commands } from '#proposal/proposal.ts'
import { MAKE_OPERATOR, makeOperatorCommand } from './operator/promote.ts'
import { REMOVE_OPERATOR, removeOperatorCommand } from './operator/remove.ts'

/** A person becomes an operator, or is one no more. */
export const operatorCommands = (mail: Parameters<typeof removeOperatorCommand>[0]): Commands => ({
  [MAKE_OPERATOR]: makeOperatorCommand,
  [REMOVE_OPERATOR]: removeOperatorCommand(mail),
})
