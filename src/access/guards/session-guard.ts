// Lets in the person behind a session cookie: as a member of one account, as the operator, or about themselves. A page of another
// origin can make a browser send the cookie, so a request that changes something must also come from an origin that is ours.
// Every route of a person passes here, and so every critical one asks here for the second factor, and nowhere else.
import type { FastifyRequest } from 'fastify'
import type { RouteRules } from '#http/route.ts'
import type { Guard } from '#http/server.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { Failure } from '#kernel/failure.ts'
import type { Person, SignedIn } from '../auth.ts'
import type { Access, AccessDeps } from '../feature.ts'
import type { SessionUses } from '../sessions/last-used.ts'
import { awaitsAccount, findMemberships, type Membership } from '../store.ts'
import { requireOperatorFactor, requireStepUp } from './step-up-guard.ts'
import { letInForSupport } from './support-guard.ts'

const ACCOUNT_HEADER = 'x-account-id'
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export function makeSessionGuard(
  deps: Pick<AccessDeps, 'db' | 'clock' | 'production' | 'origins' | 'openAccountFor' | 'viewed'> &
    Pick<Access, 'auth'> & { seen: SessionUses },
): Guard {
  return async (request, rules) => {
    const person = await signedIn(deps, request)
    if (person.operator && deps.production) await requireOperatorFactor(deps.db, person)
    const viewed = person.operator ? await deps.viewed(person, request) : null
    if (viewed !== null) return letInForSupport(request, rules, viewed, person)
    const { accountId, role } = chosen(await membershipsOf(deps, person), request)
    if (rules.roles !== undefined && !rules.roles.includes(role)) throw new Failure('FORBIDDEN', forRoles(rules))
    if (rules.liveOnly === true && isTestAccount(accountId)) throw new Failure('FORBIDDEN', LIVE_ONLY)
    await requireStepUp(deps, person, rules, accountId)
    return { kind: 'member', accountId, userId: person.id, sessionId: person.sessionId, role }
  }
}

export function makeOperatorGuard(
  deps: Pick<AccessDeps, 'db' | 'clock' | 'production' | 'origins'> & Pick<Access, 'auth'> & { seen: SessionUses },
): Guard {
  return async (request, rules) => {
    const person = await signedIn(deps, request)
    if (!person.operator) throw new Failure('FORBIDDEN', 'Only an operator of this gateway may do this')
    if (deps.production) await requireOperatorFactor(deps.db, person)
    await requireStepUp(deps, person, rules)
    return { kind: 'operator', userId: person.id, sessionId: person.sessionId }
  }
}

export function makePersonGuard(
  deps: Pick<AccessDeps, 'db' | 'clock' | 'origins'> & Pick<Access, 'auth'> & { seen: SessionUses },
): Guard {
  return async (request, rules) => {
    const person = await signedIn(deps, request)
    await requireStepUp(deps, person, rules)
    return { kind: 'person', userId: person.id, sessionId: person.sessionId }
  }
}

async function signedIn(
  deps: Pick<Access, 'auth'> & Pick<AccessDeps, 'origins'> & { seen: SessionUses },
  request: FastifyRequest,
): Promise<SignedIn> {
  const person = await deps.auth.sessionOf(request.headers)
  if (person === null) throw new Failure('UNAUTHORIZED', 'Sign in first: there is no valid session')
  deps.seen.recordUse(person.sessionId, request.ip)
  const { origin } = request.headers
  if (READING.has(request.method) || (origin !== undefined && deps.origins().includes(origin))) return person
  throw new Failure('ORIGIN_REFUSED', 'Origin: expected the address of this panel')
}

async function membershipsOf(deps: Pick<AccessDeps, 'db' | 'openAccountFor'>, person: Person): Promise<Membership[]> {
  const memberships = await findMemberships(deps.db, person.id)
  if (memberships.length > 0) return memberships
  if (await awaitsAccount(deps.db, person.id)) await deps.openAccountFor(person)
  // Read again in any case: a person without any open invitation may have got one a moment ago.
  return findMemberships(deps.db, person.id)
}

/** The account that the request names, else the one that the person has belonged to for longest. */
function chosen(memberships: Membership[], request: FastifyRequest): Membership {
  const named = request.headers[ACCOUNT_HEADER]
  const membership =
    named === undefined ? memberships[0] : memberships.find(({ accountId }) => String(accountId) === named)
  if (membership !== undefined) return membership
  throw new Failure('FORBIDDEN', named === undefined ? NO_ACCOUNT : 'X-Account-Id: expected an account of yours')
}

const LIVE_ONLY = 'A test account has the people of its live account: do this there'
const NO_ACCOUNT = 'This person belongs to no account'

const forRoles = (rules: RouteRules) => `Only members with the role ${rules.roles?.join(' or ')} may do this`
