// People who are written to: the link in the last mail to an address, and those who come by it.
import { randomBytes } from 'node:crypto'
import { cookieOf, type Person, personWith } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'

export const someAddress = () => `${randomBytes(6).toString('hex')}@example.com`

/** The token in the latest mail to this address, once so many have come. */
export async function tokenTo(gateway: TestGateway, email: string, mails = 1): Promise<string> {
  const got = await until(async () => {
    const theirs = gateway.mails.filter(mail => mail.to === email && LINK.test(mail.text))
    return theirs.length >= mails ? theirs : null
  }, `mail to ${email}`)
  return tokenIn(got.at(-1)?.text ?? '')
}

const LINK = /\/(?:convite\/|nova-senha\?token=|confirmar\?token=|confirmar-email\?token=)([\w-]{43})\s/

export const tokenIn = (text: string): string => LINK.exec(text)?.[1] ?? `no link in: ${text}`

export interface InviteRequest {
  email?: string
  role?: string
}

/** A person without a login is invited, signs up by the link, and is a member. */
export async function joinByMail(
  gateway: TestGateway,
  owner: Person,
  { email = someAddress(), role = 'READER' }: InviteRequest = {},
) {
  const invited = await owner.call('POST', '/api/members/invitations', { email, role })
  if (invited.status !== 201) throw new Error(`the invitation was refused: ${invited.status} ${invited.text}`)
  const { person, answer } = await signUpBy(gateway, await tokenTo(gateway, email), email)
  if (answer.status !== 201) throw new Error(`signing up was refused: ${answer.status} ${answer.text}`)
  return person
}

export async function signUpBy(
  gateway: TestGateway,
  token: string,
  email: string,
): Promise<{ answer: Answer; person: Person }> {
  const password = randomBytes(9).toString('base64url')
  const body = { name: 'Bia Convidada', password }
  const answer = await call(gateway.url, 'POST', `/api/invitations/${token}/sign-up`, {
    body,
    headers: { origin: gateway.url },
  })
  const person = personWith(gateway, { email, password, cookie: cookieOf(answer) })
  return { answer, person: { ...person, accountId: answer.body?.accountId } }
}

/** Where the link of the last letter to this address leads, in the panel. */
export async function linkTo(gateway: TestGateway, email: string): Promise<string> {
  const letter = await until(
    () => gateway.mails.findLast(({ to, text }) => to === email && LINK.test(text)) ?? null,
    'a link',
  )
  return LINK.exec(letter.text)?.[0].trim() ?? ''
}
