// Forgotten passwords: asking for a link, and setting a new password by it. The answers never show who is known here.
import { Type } from 'typebox'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type Failure, type FailureCode, invalid } from '#kernel/failure.ts'
import { ABOUT_LETTER, orRefuse, refuseForeignPage, requestLibrary, sendOn, sendOnLetter } from '../auth-client.ts'
import { DoneAnswer, LetterAnswer } from '../auth-wire.ts'
import type { Access, AccessDeps } from '../feature.ts'
import { NewPassword, type PasswordJudge } from './new-password.ts'

const tags = ['Sign-in']
const RESET_REQUEST_PATH = '/request-password-reset'

export function resetRoutes(
  server: Server,
  deps: Pick<Access, 'auth' | 'hashing'> &
    Pick<AccessDeps, 'origins'> & {
      judge: PasswordJudge
      /** `refusal`: null where mail can be sent. `printsOnly`: it is shown on the console. */
      mail: { refusal: Failure | null; printsOnly: boolean }
    },
): void {
  const { auth, mail, hashing } = deps
  server.post(
    `/api/auth${RESET_REQUEST_PATH}`,
    {
      config: rules('ORIGIN_REFUSED', 'INVALID_DATA', 'RATE_LIMITED', 'MAIL_NOT_SET_UP'),
      schema: {
        summary: 'Ask for a link to set a new password, by mail',
        description: ABOUT_LETTER,
        tags,
        body: RequestBody,
        response: { 200: LetterAnswer },
      },
    },
    async (request, reply) => {
      if (mail.refusal !== null) throw mail.refusal
      const input = { method: 'POST' as const, path: RESET_REQUEST_PATH, body: request.body }
      const answer = await requestLibrary(auth, request, input)
      orRefuse(answer)
      return sendOnLetter(reply, answer, mail.printsOnly)
    },
  )
  server.post(
    '/api/auth/reset-password',
    {
      config: rules('ORIGIN_REFUSED', 'INVALID_DATA', 'RATE_LIMITED'),
      schema: {
        summary: 'Set a new password by the token of a link: every session of the person ends',
        tags,
        body: ResetBody,
        response: { 200: DoneAnswer },
      },
    },
    async (request, reply) => {
      refuseForeignPage(deps.origins(), request)
      await deps.judge(request, 'newPassword', request.body.newPassword, [])
      const input = { method: 'POST' as const, path: '/reset-password', body: request.body }
      const answer = await hashing.run(request, () => requestLibrary(auth, request, input))
      if (answer.code === 'INVALID_TOKEN')
        throw invalid('token', 'that of a link that is unused and less than an hour old')
      orRefuse(answer)
      return sendOn(reply, answer)
    },
  )
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'none', dialect: 'panel', fails })

const RequestBody = Type.Object(
  { email: Type.String({ format: 'email', maxLength: 254 }) },
  { additionalProperties: false },
)
const ResetBody = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 100 }),
    newPassword: NewPassword,
  },
  { additionalProperties: false },
)
