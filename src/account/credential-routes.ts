// API credentials in the panel. A person who may make a key can move money with it, so only owners and developers come here.
import { Type } from 'typebox'
import { PlainName } from '#access/name-text.ts'
import { actorOf } from '#audit/audit.ts'
import { momentOrNull } from '#http/request/moment.ts'
import { LimitQuery, PageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf, critical, type RouteRules, SCOPES } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { createCredential, revoke } from './credential.ts'
import { type CredentialCursor, listCredentials, type Standing, standingOf } from './credential-store.ts'
import type { AccountDeps } from './feature.ts'
import { CredentialSchema, credentialForm, NewCredentialSchema, newCredentialForm } from './wire.ts'

const tags = ['API credentials']

export function credentialRoutes(server: Server, deps: Pick<AccountDeps, 'db' | 'clock' | 'random'>): void {
  server.post(
    '/api/credentials',
    {
      config: critical(rules('INVALID_DATA', 'CONFLICT')),
      schema: {
        summary: 'Make a key pair; the private key is shown this once',
        tags,
        body: NewCredential,
        response: { 201: NewCredentialSchema },
      },
    },
    async (request, reply) => {
      const { name = 'API key', scopes = null } = request.body
      const expiresAt = momentOrNull('expiresAt', request.body.expiresAt)
      const input = { name, scopes, expiresAt }
      const made = orThrow(await createCredential(deps, accountOf(request), input, actorOf(request)))
      reply.code(201).header('cache-control', 'no-store')
      return newCredentialForm(made.credential, made.privateKey)
    },
  )
  server.get(
    '/api/credentials',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary:
          'The key pairs: those that work, then those whose time is over or that were revoked; the newest first of each',
        tags,
        querystring: Page,
        response: { 200: CredentialList },
      },
    },
    async request => {
      const { limit = 20 } = request.query
      const [cursor, now] = [cursorIn(request.query.cursor), deps.clock()]
      const found = await listCredentials(deps.db, accountOf(request), { cursor, limit: limit + 1, now })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const isMore = found.length > limit && last !== undefined
      return { data: page.map(credentialForm), nextCursor: isMore ? `${standingOf(last, now)}-${last.id}` : null }
    },
  )
  server.delete(
    '/api/credentials/:id',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND')),
      schema: {
        summary: 'Revoke a key pair at once',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: NO_CONTENT,
      },
    },
    async (request, reply) => {
      const id = pathId(request.params.id)
      const [accountId, actor] = [accountOf(request), actorOf(request)]
      const refusal = 'uuid' in id ? await revoke(deps, accountId, id.uuid, actor) : notFound('API key')
      if (refusal !== null) throw refusal
      return reply.code(204).send()
    },
  )
}

const rules = (...fails: FailureCode[]): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  roles: ['OWNER', 'DEVELOPER'],
})

const NewCredential = Type.Object(
  {
    name: Type.Optional(PlainName(80)),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES]), {
        minItems: 1,
        uniqueItems: true,
        description: 'Absent: everything the API offers, except `webhook:write`',
      }),
    ),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
)

const Page = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(
    Type.String({
      pattern: '^[0-2]-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      description: 'nextCursor of the page before',
    }),
  ),
})

/** The schema has judged its form. */
const cursorIn = (text: string | undefined): CredentialCursor | null =>
  text === undefined ? null : { standing: Number(text[0]) as Standing, id: text.slice(2) }

const CredentialList = PageOf(CredentialSchema)
