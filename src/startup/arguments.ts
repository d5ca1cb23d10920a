// The command line of the gateway. There is little on it: what a gateway is, its environment says.
import { StartProblem } from '#kernel/start-problem.ts'

export interface Arguments {
  /** Pay and deliver nothing before a person has looked. */
  recover: boolean
}

/** Throws a StartProblem that names what is not known and what there is. */
export function readArguments(given: readonly string[]): Arguments {
  const unknown = given.find(argument => argument !== RECOVER)
  if (unknown === undefined) return { recover: given.includes(RECOVER) }
  throw new StartProblem(
    `"${unknown}" is not an argument of Porteira. There is ${RECOVER}, which starts it in recovery (with npm: ` +
      `npm start -- ${RECOVER}); everything else is set by environment variables.`,
  )
}

const RECOVER = '--recover'
