// Lets in the person behind a session cookie: as a member of one account, as the operator, or about themselves. A page of
// another origin can make a browser send the cookie, so whatever changes something must also come from an origin that is ours.
// Every door of a person is passed here, and so every critical one asks here for the second factor, and nowhere else.
import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/postgres.ts'
import type { RouteRules } from '#http/route.ts'
import type { Guard } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import type { Auth, Person, SignedIn } from './auth.ts'
import { demandOperatorsFactor, demandProof } from './proof-demand.ts'
import type { SessionUses } from './session-uses.ts'
import { awaitsAccount, findMemberships, type Membership } from './store.ts'
import { letInForSupport, type ViewedBy } from './support-guard.ts'

export interface PersonGuardNeeds {
  db: Database
  clock: Clock
  auth: Pick<Auth, 'sessionOf'>
  /** Asked at each request, since the port may be known only after listening. */
  origins: () => string[]
  seen: SessionUses
  /** Then operators need a second factor before anything but how they sign in. */
  production: boolean
}

export interface SessionGuardNeeds extends PersonGuardNeeds {
  /** Gives an account to a person who awaits one: their sign-up was cut off half-way. Repeatable. */
  openAccountFor: (person: Person) => Promise<unknown>
  /** Asked for operators only, at each request. */
  viewed: ViewedBy
}

const ACCOUNT_HEADER = 'x-account-id'
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export function makeSessionGuard(needs: SessionGuardNeeds): Guard {
  return async (request, rules) => {
    const person = await signedIn(needs, request)
    if (person.operator && needs.production) await demandOperatorsFactor(needs.db, person)
    const viewed = person.operator ? await needs.viewed(person, request) : null
    if (viewed !== null) return letInForSupport(request, rules, viewed, person)
    const { accountId, role } = chosen(await membershipsOf(needs, person), request)
    if (rules.roles !== undefined && !rules.roles.includes(role)) throw new Failure('FORBIDDEN', forRoles(rules))
    await demandProof(needs, person, rules, accountId)
    return { kind: 'member', accountId, userId: person.id, sessionId: person.sessionId, role }
  }
}

export function makeOperatorGuard(needs: PersonGuardNeeds): Guard {
  return async (request, rules) => {
    const person = await signedIn(needs, request)
    if (!person.operator) throw new Failure('FORBIDDEN', 'Only an operator of this house may do this')
    if (needs.production) await demandOperatorsFactor(needs.db, person)
    await demandProof(needs, person, rules)
    return { kind: 'operator', userId: person.id, sessionId: person.sessionId }
  }
}

export function makePersonGuard(needs: PersonGuardNeeds): Guard {
  return async (request, rules) => {
    const person = await signedIn(needs, request)
    await demandProof(needs, person, rules)
    return { kind: 'person', userId: person.id, sessionId: person.sessionId }
  }
}

async function signedIn(needs: PersonGuardNeeds, request: FastifyRequest): Promise<SignedIn> {
  const person = await needs.auth.sessionOf(request.headers)
  if (person === null) throw new Failure('UNAUTHORIZED', 'Sign in first: there is no valid session')
  needs.seen.note(person.sessionId, request.ip)
  const { origin } = request.headers
  if (READING.has(request.method) || (origin !== undefined && needs.origins().includes(origin))) return person
  throw new Failure('ORIGIN_REFUSED', 'Origin: expected the address of this panel')
}

async function membershipsOf(needs: SessionGuardNeeds, person: Person): Promise<Membership[]> {
  const memberships = await findMemberships(needs.db, person.id)
  if (memberships.length > 0) return memberships
  if (await awaitsAccount(needs.db, person.id)) await needs.openAccountFor(person)
  // Read again in any case: whoever awaits nothing any more may have got it a moment ago.
  return findMemberships(needs.db, person.id)
}

/** The account that the request names, else the one that the person has belonged to for longest. */
function chosen(memberships: Membership[], request: FastifyRequest): Membership {
  const named = request.headers[ACCOUNT_HEADER]
  const membership =
    named === undefined ? memberships[0] : memberships.find(({ accountId }) => String(accountId) === named)
  if (membership !== undefined) return membership
  throw new Failure('FORBIDDEN', named === undefined ? NO_ACCOUNT : 'X-Account-Id: expected an account of yours')
}

const NO_ACCOUNT = 'This person belongs to no account'

const forRoles = (rules: RouteRules) => `Only members with the role ${rules.roles?.join(' or ')} may do this`
