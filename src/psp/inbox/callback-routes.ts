// The routes of PSP callbacks: /callbacks/psp/{token}, with the suffix by which a PSP names the subject. The token names the PSP account and
// authenticates the caller; a wrong one gets 404. The body is stored as it came.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { afterReply } from '#http/after-reply.ts'
import type { Server } from '#http/server.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure } from '#kernel/failure.ts'
import { findByCallbackToken } from '../store.ts'
import type { Inbox } from './inbox.ts'

/** PSPs report many payments in one callback; the gateway's usual limit for bodies is smaller. */
const MAX_BODY_BYTES = 1024 * 1024
/** A notice of charges names a token and no more. */
const MAX_NOTICE_BYTES = 8 * 1024

/** The body names its subject as well. */
const SUBJECTS = ['pix', 'rec', 'cobr'] as const

const SUMMARIES = {
  pix: 'A PSP reports received Pix',
  rec: 'A PSP reports recurrences',
  cobr: 'A PSP reports debits of recurrences',
  cobranca: 'A PSP names a notice of charges',
} as const

/** The body is kept as it comes, so no schema judges it. */
const DESCRIBED = {
  tags: ['Callbacks of PSPs'],
  response: { 200: Type.Object({}, { description: 'It is kept, and will be looked up' }) },
}

const RULES = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] } as const
const KEEPING = { ...RULES, fails: ['NOT_FOUND', 'RATE_LIMITED'] } as const

export function callbackRoutes(server: Server, deps: { db: Database; inbox: Inbox }): void {
  async function accountOf(token: string): Promise<number> {
    const pspAccountId = await findByCallbackToken(deps.db, hashToken(token))
    if (pspAccountId === null) throw new Failure('NOT_FOUND', 'There is nothing at this path and method')
    return pspAccountId
  }

  server.register(async scope => {
    // PSPs differ in the content type of their JSON, and an unreadable body is evidence too.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const keepAt = (subject: keyof typeof SUMMARIES, bodyLimit: number, keep: Inbox['keep']) =>
      scope.post<{ Params: { token: string }; Body: Buffer | undefined }>(
        `/callbacks/psp/:token/${subject}`,
        { config: KEEPING, bodyLimit, schema: { summary: SUMMARIES[subject], ...DESCRIBED } },
        async (request, reply) => {
          const pspAccountId = await accountOf(request.params.token)
          await keep(pspAccountId, request.body ?? Buffer.alloc(0))
          afterReply(reply, deps.inbox.wake)
          return reply.code(200).send({})
        },
      )
    for (const subject of SUBJECTS) keepAt(subject, MAX_BODY_BYTES, deps.inbox.keep)
    keepAt('cobranca', MAX_NOTICE_BYTES, deps.inbox.keepRepeating)
    // Before Efí accepts an address it tries it as it stands, without the suffix of its callbacks. Nothing of that is stored.
    scope.post<{ Params: { token: string } }>(
      '/callbacks/psp/:token',
      { config: RULES, schema: { summary: 'A PSP tries an address of callbacks', ...DESCRIBED } },
      async (request, reply) => {
        await accountOf(request.params.token)
        return reply.code(200).send({})
      },
    )
  })
}
