// The settings of mail: where it goes out, under which name, and when it must be encrypted on its way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { PRODUCTION } from '../access/production.ts'

const MAIL_FROM = 'a@example.com'
const FROM = { name: '', address: MAIL_FROM }

const GOOD: [env: Record<string, string>, mail: object][] = [
  [
    { SMTP_URL: 'smtp://us%40er:p%3Aw@smtp.example.com', MAIL_FROM: 'Casa <a@example.com>' },
    {
      host: 'smtp.example.com',
      port: 587,
      tls: 'offered',
      login: { user: 'us@er', password: 'p:w' },
      from: { name: 'Casa', address: MAIL_FROM },
    },
  ],
  [
    { SMTP_URL: 'smtps://[::1]:4650/', MAIL_FROM: '"Casa" <a@example.com>' },
    { host: '::1', port: 4650, tls: 'at-once', login: null, from: { name: 'Casa', address: MAIL_FROM } },
  ],
  [
    { ...PRODUCTION, SMTP_URL: 'smtp://smtp.example.com', MAIL_FROM },
    { host: 'smtp.example.com', port: 587, tls: 'required', login: null, from: FROM },
  ],
  [
    { ...PRODUCTION, SMTP_URL: 'smtp://smtp.example.com?tls=optional', MAIL_FROM },
    { host: 'smtp.example.com', port: 587, tls: 'offered', login: null, from: FROM },
  ],
  [
    { ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM },
    { host: '127.0.0.1', port: 2525, tls: 'offered', login: null, from: FROM },
  ],
  [
    { ...PRODUCTION, SMTP_URL: 'smtps://smtp.example.com', MAIL_FROM },
    { host: 'smtp.example.com', port: 465, tls: 'at-once', login: null, from: FROM },
  ],
]

for (const [env, mail] of GOOD)
  test(`${env.SMTP_URL} is read${env.NODE_ENV === undefined ? '' : ', in production'}`, () =>
    assert.deepEqual(readConfig(env).mail, mail))

const BAD: [env: Record<string, string>, expected: RegExp][] = [
  ...['smtp.example.com', 'http://x', 'smtp://', 'smtp://x/path', 'smtp://x?tls=no', 'smtp://%zz@x', 'smtp://x#y'].map(
    (SMTP_URL): [Record<string, string>, RegExp] => [{ SMTP_URL, MAIL_FROM }, /- SMTP_URL must be an address such as/],
  ),
  ...['casa', 'a@b, c@d', 'Casa <a>', 'Casa <a@b> <c@d>', 'a@example.com>'].map(
    (from): [Record<string, string>, RegExp] => [
      { SMTP_URL: 'smtp://x', MAIL_FROM: from },
      /- MAIL_FROM must be an e-mail address, or a name with one/,
    ],
  ),
  [{ MAIL_FROM }, /- SMTP_URL must be set when MAIL_FROM is/],
  [{ SMTP_URL: 'smtp://smtp.example.com' }, /- MAIL_FROM must be set when SMTP_URL is/],
]

for (const [env, expected] of BAD)
  test(`${JSON.stringify(env)} is refused by name`, () =>
    assert.throws(() => readConfig(env), { name: 'StartProblem', message: expected }))

test('a password that cannot be used is not repeated', () => {
  const env = { SMTP_URL: 'smtp://me:hidden@smtp.example.com/path', MAIL_FROM }
  assert.throws(
    () => readConfig(env),
    (error: Error) => !error.message.includes('hidden'),
  )
})
