// The rule for passwords that are chosen now, as the routes ask it. A password with which a person signs in is never judged by it
// again.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MAX_SUBSTITUTIONS, MIN_PASSWORD, type PasswordEstimator, strengthOf } from '#kernel/crypto/password-rule.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { makeFailedAttempts } from '../guards/failed-attempts.ts'

/** The upper end only bounds the work of hashing. */
export const NewPassword = Type.String({
  minLength: MIN_PASSWORD,
  maxLength: 128,
  description: 'Twelve characters, or a shorter one that is hard to guess; none that many people use',
})

/** Throws where it is too easy to guess. `about`: name and mail address of the person, as far as they are known. */
export async function demandGoodPassword(field: string, password: string, about: string[]): Promise<void> {
  loading ??= loadEstimator()
  if (strengthOf(await loading, password, about).isAccepted) return
  throw invalid(field, 'twelve characters, or a shorter password that is hard to guess, and none that many people use')
}

export type PasswordJudge = (
  request: Pick<FastifyRequest, 'ip'>,
  field: string,
  password: string,
  about: string[],
) => Promise<void>

/**
 * The same for whoever has not shown yet who they are. Judging takes the one thread of the process for a moment, so what an address lets it
 * judge is counted before: 429 beyond twenty a minute.
 */
export function openPasswordJudge(clock: Clock): PasswordJudge {
  const judged = makeFailedAttempts(clock)
  return async ({ ip }, field, password, about) => {
    const waitSeconds = judged.count(ip)
    if (waitSeconds !== null)
      throw new Failure('RATE_LIMITED', 'Too many new passwords from this address: try again later', {
        retryAfterSeconds: waitSeconds,
      })
    await demandGoodPassword(field, password, about)
  }
}

let loading: Promise<PasswordEstimator> | undefined

/** With its list of common passwords, which no process needs before a password is chosen. */
export async function loadEstimator(): Promise<PasswordEstimator> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
  const { dictionary, adjacencyGraphs: graphs } = common
  return new core.ZxcvbnFactory({ dictionary, graphs, l33tMaxSubstitutions: MAX_SUBSTITUTIONS })
}
