// The greeting names everything on the sheet, and its commands are lines that a shell reads as they are.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type { DemoSheet } from '#demo/seed.ts'
import { listening, recoveryNotice, welcome } from '../../src/startup/welcome.ts'

const SHEET: DemoSheet = {
  baseUrl: 'http://127.0.0.1:3000',
  panelUrl: 'http://127.0.0.1:3000/painel',
  sandboxUrl: 'http://127.0.0.1:3001',
  operator: { email: 'operator@example.com', password: 'one-password' },
  seller: { email: 'seller@example.com', password: 'two-password', userId: 7 },
  publicKey: 'pk_test_1',
  privateKey: 'sk_test_1',
  postbackSecret: 'not for the screen',
  paymentLink: 'http://127.0.0.1:3000/l/cafe',
}

// Replaces curl: prints its arguments, and answers like the gateway where a later command reads the answer.
const CURL = `curl() {
  printf '%s\\n' "$*" >&2
  case "$*" in
    *" -d {\\"amount\\""*) echo '{"id":1,"uuid":"u-1","pixKey":"000201","items":[{"id":2}]}' ;;
  esac
}
sleep() { :; }
`

test('the greeting shows where everything is, and not the secret that only scripts need', () => {
  const text = welcome(SHEET, '/srv/data')
  const { baseUrl, sandboxUrl, paymentLink, operator, seller, publicKey, privateKey } = SHEET
  for (const shown of [
    baseUrl,
    sandboxUrl,
    paymentLink,
    operator.email,
    seller.email,
    seller.password,
    publicKey,
    privateKey,
    '/srv/data',
  ])
    assert.ok(text.includes(shown), shown)
  assert.doesNotMatch(text, /not for the screen/)
})

test('the commands read the balance, sell, pay, look up, cash out and look up', () => {
  const text = welcome(SHEET, '/srv/data')
  const commands = text.slice(text.indexOf('PK='), text.indexOf('  Ctrl-C'))
  const { status, stderr } = spawnSync('sh', ['-eu'], { input: CURL + commands, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const keys = '-H X-Api-Public-Key: pk_test_1 -H X-Api-Private-Key: sk_test_1'
  const json = '-H Content-Type: application/json'
  const calls = stderr.trim().split('\n')
  assert.equal(calls.length, 6, stderr)
  assert.equal(calls[0], `-s http://127.0.0.1:3000/api/public/balance ${keys}`)
  assert.ok(calls[1]?.startsWith(`-s http://127.0.0.1:3000/api/transactions ${keys} ${json} -d {"amount":15000,`))
  assert.equal(calls[2], `-s http://127.0.0.1:3001/sandbox/pay ${json} -d {"pixCopiaECola":"000201"}`)
  assert.equal(calls[3], `-s http://127.0.0.1:3000/api/transactions/u-1 ${keys}`)
  assert.ok(calls[4]?.startsWith(`-s http://127.0.0.1:3000/api/public/cashout ${keys} ${json} -d {"amount":100,`))
  assert.equal(calls[5], `-s http://127.0.0.1:3000/api/public/cashout/u-1 ${keys}`)
})

const STANDING = {
  recovering: {
    since: new Date('2026-03-10T12:00:00Z'),
    reason: 'It is a copy.',
    from: new Date('2026-03-10T09:30:00Z'),
  },
  paused: { cashouts: 3, refunds: 2, deliveries: 12 },
}

test('the notice of a recovery says why, what waits, and how a person ends it', () => {
  const text = recoveryNotice(STANDING, SHEET.baseUrl, SHEET.operator)
  for (const shown of [
    'IN RECOVERY',
    'It is a copy.',
    '3 cashouts, 2 refunds, 12 notifications',
    '2026-03-10T09:30:00.000Z',
  ])
    assert.ok(text.includes(shown), shown)
  const { status, stderr } = spawnSync('sh', ['-eu'], {
    input: CURL + text.slice(text.indexOf('JSON=')),
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  const [signIn = '', look = '', resume = ''] = stderr.trim().split('\n')
  const json = '-H Content-Type: application/json -H Origin: http://127.0.0.1:3000 http://127.0.0.1:3000'
  assert.ok(signIn.endsWith(`${json}/api/auth/sign-in/email -d ${JSON.stringify(SHEET.operator)}`), signIn)
  assert.ok(look.endsWith(' http://127.0.0.1:3000/api/admin/recovery'), look)
  assert.ok(resume.endsWith(`${json}/api/admin/recovery/resume -d {"reason":"WHAT YOU HAVE FOUND"}`), resume)
})

test('without a demo an operator has to be created, and none is invented', () => {
  assert.match(recoveryNotice(STANDING, 'https://pay.example.com', null), /"email":"YOUR EMAIL"/)
})

test('a gateway without a demo says where it is, and what its operator should know', () => {
  const end = '  Ctrl-C stops everything; the data stays.\n'
  assert.equal(listening('https://x', null), `\n  Porteira is open at https://x\n${end}`)
  assert.equal(listening('https://x', 'No mail.'), `\n  Porteira is open at https://x\n  No mail.\n${end}`)
})
