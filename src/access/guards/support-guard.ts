// The routes of members for an operator who looks at an account for support. Here they read that one account as a READER does,
// and change nothing in any. The operator's own routes are not these: what they change there they still may.
import type { FastifyRequest } from 'fastify'
import type { Caller, RouteRules } from '#http/route.ts'
import { Failure } from '#kernel/failure.ts'
import type { SignedIn } from '../auth.ts'

/** What a session looks at for support. */
export interface Viewed {
  viewId: bigint
  accountId: number
  /** Records for the account what is read; throws where there is no more to be shown. */
  recordRead: () => Promise<void>
}

/** null: nothing. */
export type ViewedBy = (
  viewer: Pick<SignedIn, 'id' | 'sessionId'>,
  request: Pick<FastifyRequest, 'routeOptions' | 'params' | 'ip'>,
) => Promise<Viewed | null>

/** HEAD is recorded like GET: it shows as much. */
const READING = new Set(['GET', 'HEAD'])

export async function letInForSupport(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  rules: RouteRules,
  { viewId, accountId, recordRead }: Viewed,
  person: SignedIn,
): Promise<Caller> {
  if (!READING.has(request.method)) throw new Failure('FORBIDDEN', NOTHING_CHANGES)
  if (request.headers['x-account-id'] !== String(accountId)) throw new Failure('FORBIDDEN', otherThan(accountId))
  if (!isForReaders(rules)) throw new Failure('FORBIDDEN', NOT_FOR_READERS)
  await recordRead()
  return { kind: 'member', accountId, userId: person.id, sessionId: person.sessionId, role: 'READER', viewId }
}

/** A route that asks for a second factor is more than reading, whatever role may call it. */
const isForReaders = ({ roles, secondFactor, inSupportView }: RouteRules): boolean =>
  secondFactor === undefined && (roles === undefined || roles.includes('READER') || inSupportView === true)

const NOTHING_CHANGES = 'A support view is open in this session: until it has ended nothing is changed'
const NOT_FOR_READERS = 'A support view reads what members with the role READER may read'
const otherThan = (accountId: number) =>
  `X-Account-Id: expected ${accountId}, the account of the support view that is open in this session`
