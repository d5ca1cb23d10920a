// The routes of invitations that were sent: reading them, sending the link again, taking it back. The same for an account's
// owners and for the operator, each at their own place.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Actor, actorOf } from '#audit/audit.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import { type Failure, type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { type Language, languageOf } from '#kernel/language.ts'
import type { MembersDeps } from '../feature.ts'
import { InvitationSchema, invitationForm } from '../wire.ts'
import { type Invitation, linkOf, statusOf } from './invitation.ts'
import { type InvitationRequest, invite, resend, revoke, type Whose } from './invite.ts'
import { listOpen, nameOfPerson } from './store.ts'

export interface Place {
  path: string
  tags: string[]
  rules: (...fails: FailureCode[]) => RouteRules
  accountOf: (request: FastifyRequest) => number
}

/** Of a person who sends one. */
export const SENDING = ['INVALID_DATA', 'CONFLICT', 'RATE_LIMITED', 'MAIL_NOT_SET_UP'] as const

type Inviting = Pick<MembersDeps, 'db' | 'clock' | 'mail'> & AuthSecrets & { panelUrl: () => string }

export function invitationRoutes(server: Server, deps: Inviting, place: Place): void {
  const { path, tags, rules } = place
  server.get(
    path,
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary:
          'The invitations that nobody has accepted or taken back, the newest first; also those that have run out',
        tags,
        querystring: ListQuery,
        response: { 200: ListSchema },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const asked = { below: decodeCursor(cursor), limit: limit + 1 }
      const now = deps.clock()
      return pageOf(await listOpen(deps.db, place.accountOf(request), asked), limit, row =>
        invitationForm(row, shownLink(deps, row), now),
      )
    },
  )
  server.post(
    `${path}/:id/resend`,
    {
      config: critical(rules(...SENDING, 'NOT_FOUND')),
      schema: {
        summary: 'Send the link again, good for another 7 days; the one before opens nothing any more',
        tags,
        params: IdParams,
        response: { 202: InvitationSchema },
      },
    },
    async (request, reply) => {
      const by = personIn(actorOf(request))
      return sendOutcome(deps, reply.code(202), await resend(deps, whose(place, request, request.params.id), by))
    },
  )
  server.delete(
    `${path}/:id`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Take an invitation back: its link opens nothing any more',
        tags,
        params: IdParams,
        response: NO_CONTENT,
      },
    },
    async (request, reply) => {
      const refusal = await revoke(deps, whose(place, request, request.params.id), personIn(actorOf(request)))
      if (refusal !== null) throw refusal
      return reply.code(204).send()
    },
  )
}

/** `language` absent: that of the inviter's browser. */
export async function sendInvitation(
  deps: Pick<MembersDeps, 'random'> & Inviting,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Omit<InvitationRequest, 'language' | 'ownersLanguage'> & { language: Language | undefined },
) {
  const ownersLanguage = languageOf(request.headers['accept-language'])
  const asked = { ...input, language: input.language ?? ownersLanguage, ownersLanguage }
  return sendOutcome(deps, reply.code(201), await invite(deps, asked, personIn(actorOf(request))))
}

/** With its mail on the way. */
async function sendOutcome(deps: Inviting, reply: FastifyReply, outcome: Invitation | Failure) {
  const sent = orThrow(outcome)
  const inviter = await nameOfPerson(deps.db, sent.invitedBy)
  return reply.send(invitationForm({ ...sent, inviter, mail: 'WAITING' }, shownLink(deps, sent), deps.clock()))
}

/** A person who may invite hands the link over themselves where mail reaches no mailbox. */
function shownLink(deps: Inviting, invitation: Invitation): string | null {
  const { mail, secret, otherSecret, panelUrl, clock } = deps
  const isOpen = statusOf(invitation, clock()) === 'OPEN'
  return mail.printsOnly && isOpen ? linkOf(panelUrl(), { secret, otherSecret }, invitation) : null
}

function whose({ accountOf }: Place, request: FastifyRequest, idText: string): Whose {
  const id = pathId(idText)
  if ('uuid' in id) return { accountId: accountOf(request), uuid: id.uuid }
  throw notFound('invitation')
}

export function personIn(actor: Actor): Actor & { id: string } {
  if (actor.id === null) throw new Error('a deed without a person')
  return actor as Actor & { id: string }
}

const IdParams = Type.Object({ id: Type.String() })
const ListQuery = Type.Object({ limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) })
const ListSchema = PageOf(InvitationSchema)
