// A person with a browser: keeps the session cookie and says where the page came from.
import { argon2Sync, createHash, randomBytes, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Role } from '#http/route.ts'
import type { TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'

export interface Person {
  email: string
  password: string
  accountId: number
  cookie: string
  /** Calls a route of the panel with the cookie, from a page of the gateway. A header that is null is left out. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answer>
}

/** Has registered and confirms the address, as by the letter, which is not sent. Every such seller is the owner of an account. */
export async function register(gateway: Pick<TestGateway, 'url' | 'db'>, name = 'Ana Souza'): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const password = randomBytes(9).toString('base64url')
  const id = randomUUID()
  const hash = cheapHashOf(password)
  await gateway.db.query(sql`
    insert into iam.sign_up (id, email, name, password_hash, token_hash, created_at, expires_at)
    values (${id}, ${email}, ${name}, ${hash}, ${Buffer.from(id)}, now(), now() + interval '10 years')`)
  const confirmed = await confirmAddress(gateway, { email, password })
  const person = personWith(gateway, { email, password, cookie: cookieOf(confirmed) })
  const account = await person.call('GET', '/api/account')
  return { ...person, accountId: account.body?.id }
}

/**
 * The gateway reads the parameters with each hash that it keeps: with the smallest ones this person's password costs a thousandth. What the
 * gateway hashes itself, as at a sign-up by HTTP, has the parameters of production.
 */
function cheapHashOf(password: string): string {
  const salt = randomBytes(16)
  const parameters = { message: password, nonce: salt, memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const [nonce, hash] = [salt, argon2Sync('argon2id', parameters)].map(bytes =>
    bytes.toString('base64').replaceAll('=', ''),
  )
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce}$${hash}`
}

/** As by the link of the letter, with a token that replaces the one that was sent: the test does not wait for the mail. */
export async function confirmAddress(
  gateway: Pick<TestGateway, 'url' | 'db'>,
  { email, password }: { email: string; password: string },
): Promise<Answer> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await gateway.db.query(sql`
    update iam.sign_up set token_hash = ${hash}
    where id = (select id from iam.sign_up where email = ${email} order by created_at desc limit 1)`)
  const answer = await call(gateway.url, 'POST', '/api/auth/confirm-address', { body: { token, password } })
  if (answer.status !== 200) throw new Error(`the address was not confirmed: ${answer.status} ${answer.text}`)
  return answer
}

export async function signIn(gateway: { url: string }, { email, password }: { email: string; password: string }) {
  const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  if (answer.status !== 200) throw new Error(`sign-in was refused: ${answer.status} ${answer.text}`)
  return personWith(gateway, { email, password, cookie: cookieOf(answer) })
}

export function personWith(
  gateway: { url: string },
  { email, password, cookie }: { email: string; password: string; cookie: string },
): Person {
  return {
    email,
    password,
    cookie,
    accountId: Number.NaN,
    call: (method, path, body, more = {}) => {
      const headers = Object.entries({ cookie, origin: gateway.url, ...more }).filter(([, value]) => value !== null)
      return call(gateway.url, method, path, { body, headers: Object.fromEntries(headers) as Record<string, string> })
    },
  }
}

/** What a browser would send back. */
export const cookieOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

/** No request makes a person an operator, so the test does it as the seed would. */
export async function registerOperator(gateway: Pick<TestGateway, 'url' | 'db'>): Promise<Person> {
  const person = await register(gateway, 'Olga Operadora')
  await gateway.db.query(
    sql`update iam."user" set operator = true, "operatorSince" = '2000-01-01' where email = ${person.email}`,
  )
  return person
}

/** Lets the person into an account that is not theirs. */
export async function join(
  gateway: Pick<TestGateway, 'db'>,
  person: Person,
  accountId: number,
  role: Role,
): Promise<void> {
  await gateway.db.query(sql`
    insert into member (account_id, user_id, role, created_at, approves_at)
    select ${accountId}, id, ${role}, now(), '2000-01-01' from iam."user" where email = ${person.email}`)
}

/** What the person may do in their own account. */
export async function setRole(gateway: Pick<TestGateway, 'db'>, person: Person, role: Role): Promise<void> {
  await gateway.db.query(sql`update member set seal = default, role = ${role} where account_id = ${person.accountId}`)
}
