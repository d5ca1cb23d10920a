// The doors for whoever holds the link of an invitation. The token is the proof; it stands in the path and in no log.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { NameText } from '#access/name-text.ts'
import { NewPassword } from '#access/new-password.ts'
import { findPerson } from '#access/store.ts'
import { personOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, orThrow } from '#kernel/failure.ts'
import { type AcceptNeeds, accept, findInvited, signUpInvited } from './accept.ts'
import type { Invitation } from './invitation.ts'
import { nameOfPerson } from './invitation-store.ts'
import { nameOfAccount } from './store.ts'
import { GuestSchema, guestForm, JoinedSchema } from './wire.ts'

export interface GuestRouteNeeds extends AcceptNeeds {
  /** The pages that may call with a cookie. */
  origins: () => string[]
}

const tags = ['Invitations']

export function guestRoutes(server: Server, needs: GuestRouteNeeds): void {
  server.get(
    '/api/invitations/:token',
    {
      config: rules('none', 'NOT_FOUND'),
      schema: { summary: 'What a link invites to', tags, params: TokenParams, response: { 200: GuestSchema } },
    },
    async (request, reply) => {
      const invitation = orThrow(await findInvited(needs, request.params.token))
      reply.header('cache-control', 'no-store')
      return guestForm(invitation, await knownOf(needs, invitation), needs.clock())
    },
  )
  server.post(
    '/api/invitations/:token/accept',
    {
      config: rules('person', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Accept, signed in with the address that was invited',
        ...{ tags, params: TokenParams, response: { 201: JoinedSchema } },
      },
    },
    async (request, reply) => {
      const person = await findPerson(needs.db, personOf(request).userId)
      if (person === null) throw new Failure('UNAUTHORIZED', 'Sign in first: there is no valid session')
      const joined = orThrow(await accept(needs, request.params.token, person, request.ip))
      return reply.code(201).send(joined)
    },
  )
  server.post(
    '/api/invitations/:token/sign-up',
    {
      config: rules('none', 'ORIGIN_REFUSED', 'FORBIDDEN', 'INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary:
          'Accept with a new login for the address that was invited: sets the session cookie, whatever SIGN_UP says',
        ...{ tags, params: TokenParams, body: SignUpBody, response: { 201: JoinedSchema } },
      },
    },
    async (request, reply) => {
      refuseForeignPage(needs, request)
      const from = { address: request.ip, headers: headersOf(request) }
      const { joined, cookies } = orThrow(await signUpInvited(needs, request.params.token, request.body, from))
      for (const cookie of cookies) reply.header('set-cookie', cookie)
      return reply.code(201).header('cache-control', 'no-store').send(joined)
    },
  )
}

/** A browser says where its page came from; what is no browser need not. */
function refuseForeignPage({ origins }: GuestRouteNeeds, { headers: { origin } }: FastifyRequest): void {
  if (origin !== undefined && !origins().includes(origin))
    throw new Failure('ORIGIN_REFUSED', 'Origin: expected the address of this panel')
}

/** What a session remembers of where it began. */
const headersOf = ({ ip, headers }: FastifyRequest) =>
  new Headers({ 'x-real-ip': ip, 'user-agent': headers['user-agent'] ?? '' })

async function knownOf({ db, auth }: GuestRouteNeeds, { kind, accountId, accountName, invitedBy, email }: Invitation) {
  const isForMember = kind === 'MEMBER'
  return {
    accountName: isForMember ? await nameOfAccount(db, accountId) : accountName,
    inviter: isForMember ? await nameOfPerson(db, invitedBy) : null,
    hasLogin: await auth.knows(email),
  }
}

const rules = (guard: 'none' | 'person', ...fails: FailureCode[]): RouteRules => ({ guard, dialect: 'panel', fails })

const TokenParams = Type.Object({ token: Type.String() })
const SignUpBody = Type.Object({ name: NameText(120), password: NewPassword }, { additionalProperties: false })
