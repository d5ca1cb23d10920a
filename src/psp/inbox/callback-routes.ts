// Where PSPs call back: /callbacks/psp/{token}/pix. The token names the PSP account and is the caller's proof; a wrong one
// finds nothing here. The body is kept as it came.
import type { Database } from '#db/postgres.ts'
import { afterReply } from '#http/after-reply.ts'
import type { Server } from '#http/server.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure } from '#kernel/failure.ts'
import { findByCallbackToken } from '../store.ts'
import type { Inbox } from './inbox.ts'

/** PSPs tell of many payments in one callback; the house's own limit for bodies is smaller. */
const MAX_BODY_BYTES = 1024 * 1024

const RULES = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] } as const
const KEEPING = { ...RULES, fails: ['NOT_FOUND', 'RATE_LIMITED'] } as const

export function callbackRoutes(server: Server, deps: { db: Database; inbox: Inbox }): void {
  async function accountOf(token: string): Promise<number> {
    const pspAccountId = await findByCallbackToken(deps.db, hashToken(token))
    if (pspAccountId === null) throw new Failure('NOT_FOUND', 'There is nothing at this path and method')
    return pspAccountId
  }

  server.register(async scope => {
    // PSPs differ in what they call their JSON, and what cannot be read is evidence too.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { token: string }; Body: Buffer | undefined }>(
      '/callbacks/psp/:token/pix',
      {
        config: KEEPING,
        bodyLimit: MAX_BODY_BYTES,
      },
      async (request, reply) => {
        const pspAccountId = await accountOf(request.params.token)
        await deps.inbox.keep(pspAccountId, request.body ?? Buffer.alloc(0))
        afterReply(reply, deps.inbox.wake)
        return reply.code(200).send({})
      },
    )
    // Before Efí takes an address it tries it as it stands, without the /pix of its callbacks. Nothing is kept of that.
    scope.post<{ Params: { token: string } }>('/callbacks/psp/:token', { config: RULES }, async (request, reply) => {
      await accountOf(request.params.token)
      return reply.code(200).send({})
    })
  })
}
