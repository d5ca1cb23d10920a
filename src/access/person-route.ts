// What the routes of persons share: what they need, their rules, and the password that some of them want besides.
import type { FastifyRequest } from 'fastify'
import { personOf, type RouteRules } from '#http/route.ts'
import { Failure, type FailureCode, invalid } from '#kernel/failure.ts'
import type { Access, AccessDeps } from './feature.ts'
import type { PersonMail } from './person-mail.ts'
import type { StepUp } from './second-factor/step-up.ts'

/** What the feature hands to its routes of people. */
export interface PersonResources
  extends Pick<AccessDeps, 'db' | 'clock'>,
    Pick<Access, 'auth' | 'personLog' | 'opened'> {
  stepUp: StepUp
  mail: PersonMail
  /** The domain of passkeys; null: there are none here. */
  rpId: string | null
}

/** About the person who is signed in. */
export const ofPerson = (...fails: FailureCode[]): RouteRules => ({ guard: 'person', dialect: 'panel', fails })

/** For people who are only on their way in. */
export const ofAnybody = (...fails: FailureCode[]): RouteRules => ({ guard: 'none', dialect: 'panel', fails })

/** Throws where it is not the caller's. Beside the codes that the route declares: INVALID_DATA, RATE_LIMITED. */
export async function demandPassword(
  { stepUp }: PersonResources,
  request: FastifyRequest,
  field: string,
  text: string,
) {
  if (await stepUp.password(request, personOf(request).userId, text)) return
  throw invalid(field, 'the password that you sign in with')
}

export const ALREADY_ON = new Failure('CONFLICT', 'The authenticator app is in use already')
export const NOT_ON = new Failure('CONFLICT', 'There is no authenticator app to speak of: turn it on first')
