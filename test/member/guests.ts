// People who are written to: the link in the last mail to an address, and those who come by it.
import { randomBytes } from 'node:crypto'
import { cookieOf, type Person, personWith } from '../access/person.ts'
import type { TestHouse } from '../house.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'

export const someAddress = () => `${randomBytes(6).toString('hex')}@example.com`

/** The token in the latest mail to this address, once so many have come. */
export async function tokenTo(house: TestHouse, email: string, mails = 1): Promise<string> {
  const got = await until(async () => {
    const theirs = house.mails.filter(mail => mail.to === email && LINK.test(mail.text))
    return theirs.length >= mails ? theirs : null
  }, `mail to ${email}`)
  return tokenIn(got.at(-1)?.text ?? '')
}

const LINK = /\/(?:convite\/|nova-senha\?token=|confirmar\?token=|confirmar-email\?token=)([\w-]{43})\s/

export const tokenIn = (text: string): string => LINK.exec(text)?.[1] ?? `no link in: ${text}`

export interface InviteAsk {
  email?: string
  role?: string
}

/** Somebody without a login is invited, signs up by the link, and is in. */
export async function joinByMail(
  house: TestHouse,
  owner: Person,
  { email = someAddress(), role = 'READER' }: InviteAsk = {},
) {
  const invited = await owner.call('POST', '/api/members/invitations', { email, role })
  if (invited.status !== 201) throw new Error(`the invitation was refused: ${invited.status} ${invited.text}`)
  const { person, answer } = await signUpBy(house, await tokenTo(house, email), email)
  if (answer.status !== 201) throw new Error(`signing up was refused: ${answer.status} ${answer.text}`)
  return person
}

export async function signUpBy(
  house: TestHouse,
  token: string,
  email: string,
): Promise<{ answer: Answer; person: Person }> {
  const password = randomBytes(9).toString('base64url')
  const body = { name: 'Bia Convidada', password }
  const answer = await call(house.url, 'POST', `/api/invitations/${token}/sign-up`, {
    body,
    headers: { origin: house.url },
  })
  const person = personWith(house, { email, password, cookie: cookieOf(answer) })
  return { answer, person: { ...person, accountId: answer.body?.accountId } }
}

/** Where the link of the last letter to this address leads, in the panel. */
export async function linkTo(house: TestHouse, email: string): Promise<string> {
  const letter = await until(
    () => house.mails.findLast(({ to, text }) => to === email && LINK.test(text)) ?? null,
    'a link',
  )
  return LINK.exec(letter.text)?.[0].trim() ?? ''
}
