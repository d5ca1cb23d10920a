// The routes of better-auth that are in use, and no others. It gets a request of our making, in which the client's address is the
// one that we know, and its refusals become ours.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode } from '#kernel/failure.ts'
import {
  ABOUT_LETTER,
  handOver,
  isRefused,
  orRefuse,
  refuseForeignPage,
  requestLibrary,
  sendOn,
  sendOnLetter,
  sendText,
} from './auth-client.ts'
import { LetterAnswer, SessionAnswer, SignInAnswer, SignOutAnswer } from './auth-wire.ts'
import type { Access, AccessDeps } from './feature.ts'
import { PlainName } from './name-text.ts'
import { NewPassword, type PasswordJudge } from './passwords/new-password.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const RememberMe = Type.Optional(Type.Boolean({ description: 'false: the session ends with the browser' }))

const SignUp = Type.Object(
  { name: PlainName(120), email: Email, password: NewPassword },
  { additionalProperties: false },
)
const SignIn = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: 128 }), rememberMe: RememberMe },
  { additionalProperties: false },
)

export function authRoutes(
  server: Server,
  deps: Pick<Access, 'auth' | 'opened' | 'hashing' | 'guessing'> &
    Pick<AccessDeps, 'origins'> & {
      judge: PasswordJudge
      signUp: 'closed' | 'invite' | 'open'
      /** `refusal`: why nobody can register; null where mail can be sent. `printsOnly`: it is shown on the console. */
      mail: { refusal: Failure | null; printsOnly: boolean }
    },
): void {
  const pass = (request: FastifyRequest, reply: FastifyReply) => handOver(deps.auth, request, reply)

  server.post(
    '/api/auth/sign-up/email',
    {
      config: rules('ORIGIN_REFUSED', 'FORBIDDEN', 'INVALID_DATA', 'RATE_LIMITED', 'MAIL_NOT_SET_UP'),
      schema: {
        ...described('Register: a link goes to the mail address, by which it is confirmed', SignUp),
        response: { 200: LetterAnswer },
        description: ABOUT_LETTER,
      },
    },
    async (request, reply) => {
      if (deps.signUp !== 'open') throw new Failure('FORBIDDEN', CLOSED[deps.signUp])
      const { password, email, name } = request.body as Static<typeof SignUp>
      if (deps.mail.refusal !== null) throw deps.mail.refusal
      refuseForeignPage(deps.origins(), request)
      await deps.judge(request, 'password', password, [email, name])
      const input = { method: 'POST' as const, path: '/sign-up/email', body: request.body }
      const answer = await deps.hashing.run(request, () => requestLibrary(deps.auth, request, input))
      orRefuse(answer)
      return sendOnLetter(reply, answer, deps.mail.printsOnly)
    },
  )
  server.post(
    '/api/auth/sign-in/email',
    {
      config: rules('UNAUTHORIZED', 'ORIGIN_REFUSED', 'FORBIDDEN', 'INVALID_DATA', 'RATE_LIMITED'),
      schema: {
        ...described('Sign in: sets the session cookie', SignIn),
        response: { 200: SignInAnswer },
        description:
          'Where an authenticator app is on: `twoFactorRedirect: true` instead, and a cookie for the second step, which is `POST /api/auth/two-factor/verify-totp` or `verify-backup-code`, or a passkey.',
      },
    },
    async (request, reply) => {
      const input = { method: 'POST' as const, path: '/sign-in/email', body: request.body }
      const { email } = request.body as Static<typeof SignIn>
      const answer = await deps.guessing.paced(request, email, async () => {
        const judged = await deps.hashing.run(request, () => requestLibrary(deps.auth, request, input))
        return { isRight: !isRefused(judged) || judged.code === 'EMAIL_NOT_VERIFIED', answer: judged }
      })
      orRefuse(answer)
      if (answer.body?.twoFactorRedirect === true) return sendOn(reply, answer)
      await deps.opened(request, reply, { cookies: answer.cookies, by: 'password' })
      return sendText(reply, answer.text)
    },
  )
  server.post(
    '/api/auth/sign-out',
    {
      config: rules('ORIGIN_REFUSED', 'INVALID_DATA'),
      schema: { ...described('Sign out: ends the session'), response: { 200: SignOutAnswer } },
    },
    pass,
  )
  server.get(
    '/api/auth/get-session',
    {
      config: rules(),
      schema: {
        ...described('The session and its person, or null. Prolongs the session'),
        response: { 200: SessionAnswer },
      },
    },
    pass,
  )
}

const CLOSED = {
  closed: 'Registration is closed: the operator opens accounts',
  invite: 'Registration is by invitation only',
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'none', dialect: 'panel', fails })

const described = <Body extends TObject>(summary: string, body?: Body) => ({
  summary,
  tags: ['Sign-in'],
  ...(body !== undefined && { body }),
})
