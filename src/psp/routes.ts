// Where PSPs call back: /callbacks/psp/{token}/pix. The token names the PSP account and is the caller's proof; a wrong one
// finds nothing here. The body is kept as it came.
import type { Database } from '#db/postgres.ts'
import { afterReply } from '#http/after-reply.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { hashCallbackToken } from './first-account.ts'
import type { Inbox } from './inbox.ts'
import { findByCallbackToken } from './store.ts'

export function callbackRoutes(server: Server, needs: { db: Database; inbox: Inbox }): void {
  server.register(async scope => {
    // PSPs differ in what they call their JSON, and what cannot be read is evidence too.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { token: string }; Body: Buffer | undefined }>(
      '/callbacks/psp/:token/pix',
      { config: { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] } },
      async (request, reply) => {
        const pspAccountId = await findByCallbackToken(needs.db, hashCallbackToken(request.params.token))
        if (pspAccountId === null) throw new Failure('NOT_FOUND', 'There is nothing at this path and method')
        await needs.inbox.keep(pspAccountId, request.body ?? Buffer.alloc(0))
        afterReply(reply, needs.inbox.wake)
        return reply.code(200).send({})
      },
    )
  })
}
