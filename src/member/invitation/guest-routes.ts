// The routes for the holder of an invitation's link. The token is the proof; it stands in the path and in no log.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { refuseForeignPage, signInHeaders } from '#access/auth-client.ts'
import type { Access, AccessDeps } from '#access/feature.ts'
import { PlainName } from '#access/name-text.ts'
import { NewPassword } from '#access/passwords/new-password.ts'
import { findPerson } from '#access/store.ts'
import { nameOfAccount } from '#db/account/accounts-named.ts'
import { personOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, orThrow } from '#kernel/failure.ts'
import { languageOf } from '#kernel/language.ts'
import type { MembersDeps } from '../feature.ts'
import { GuestSchema, guestForm, JoinedSchema } from '../wire.ts'
import { accept, findInvited, type OpenAccount, signUpInvited } from './accept.ts'
import type { Invitation } from './invitation.ts'
import { nameOfPerson } from './store.ts'

const tags = ['Invitations']

export function guestRoutes(
  server: Server,
  deps: Pick<AccessDeps, 'origins'> &
    Pick<Access, 'auth' | 'opened' | 'hashing'> &
    Pick<MembersDeps, 'db' | 'clock' | 'mail'> & { openAccount: OpenAccount },
): void {
  server.get(
    '/api/invitations/:token',
    {
      config: rules('none', 'NOT_FOUND'),
      schema: { summary: 'What a link invites to', tags, params: TokenParams, response: { 200: GuestSchema } },
    },
    async (request, reply) => {
      const invitation = orThrow(await findInvited(deps, request.params.token))
      reply.header('cache-control', 'no-store')
      return guestForm(invitation, await knownOf(deps, invitation), deps.clock())
    },
  )
  server.post(
    '/api/invitations/:token/accept',
    {
      config: rules('person', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Accept, signed in with the address that was invited',
        tags,
        params: TokenParams,
        response: { 201: JoinedSchema },
      },
    },
    async (request, reply) => {
      const person = await findPerson(deps.db, personOf(request).userId)
      if (person === null) throw new Failure('UNAUTHORIZED', 'Sign in first: there is no valid session')
      const joined = orThrow(await accept(deps, request.params.token, person, comerOf(request)))
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
        tags,
        params: TokenParams,
        body: SignUpBody,
        response: { 201: JoinedSchema },
      },
    },
    async (request, reply) => {
      refuseForeignPage(deps.origins(), request)
      const from = { ...comerOf(request), headers: signInHeaders(request) }
      const { joined, cookies } = orThrow(
        await deps.hashing.run(request, () => signUpInvited(deps, request.params.token, request.body, from)),
      )
      await deps.opened(request, reply, { cookies, by: 'password', isFromMailbox: true })
      return reply.code(201).header('cache-control', 'no-store').send(joined)
    },
  )
}

const comerOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  language: languageOf(headers['accept-language']),
})

async function knownOf(
  { db, auth }: Pick<MembersDeps, 'db'> & Pick<Access, 'auth'>,
  { kind, accountId, accountName, invitedBy, email }: Invitation,
) {
  const isForMember = kind === 'MEMBER'
  return {
    accountName: isForMember ? await nameOfAccount(db, accountId) : accountName,
    inviter: isForMember ? await nameOfPerson(db, invitedBy) : null,
    hasLogin: await auth.knows(email),
  }
}

const rules = (guard: 'none' | 'person', ...fails: FailureCode[]): RouteRules => ({ guard, dialect: 'panel', fails })

const TokenParams = Type.Object({ token: Type.String() })
const SignUpBody = Type.Object({ name: PlainName(120), password: NewPassword }, { additionalProperties: false })
