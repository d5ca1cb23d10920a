// The environment: each variable alone, what production demands, and that every mistake is reported at once.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { DEFAULT_RESERVED_NAMES } from '../../src/config/reserved-names.ts'

const KEY_HEX = '0f'.repeat(32)
const KEY_BASE64 = Buffer.from(KEY_HEX, 'hex').toString('base64')

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pay.example.com',
  ENCRYPTION_KEY: KEY_BASE64,
  AUTH_SECRET: 'a'.repeat(32),
  PSP: 'efi',
  PSP_BASE_URL: 'https://pix.example.com/',
  PSP_CLIENT_ID: 'id',
  PSP_CLIENT_SECRET: 'hidden',
  PSP_PIX_KEY: 'pix@example.com',
}

test('an empty environment is the demo on this machine', () => {
  assert.deepEqual(readConfig({}), {
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    databaseWait_ms: 60_000,
    stopWait_ms: 0,
    dataDir: resolve('data'),
    processes: 1,
    doctorEvery_ms: 86_400_000,
    backupMaxAge_ms: 93_600_000,
    dailyReconciliation: true,
    metrics: null,
    traces: null,
    brand: 'Service',
    postbackSecret: null,
    encryptionKey: null,
    authSecret: null,
    otherEncryptionKey: null,
    otherAuthSecret: null,
    psp: {
      kind: 'sandbox',
      baseUrl: null,
      pixKey: null,
      credentials: {},
      timeout_ms: 10_000,
      lookupWaits_ms: [5_000, 15_000, 60_000, 300_000, 1_800_000],
      sweepEvery_ms: 60_000,
      certFile: null,
      keyFile: null,
      caFile: null,
    },
    callback: null,
    testMode: false,
    sandbox: { allowed: false, port: 3001, dialect: 'bcb', latency_ms: null },
    logLevel: 'warn',
    logFormat: 'auto',
    trustProxy: [],
    belowMinimum: 'MINIMUM_VALUE',
    strictPixKeys: false,
    signUp: 'open',
    requireHttpsWebhooks: false,
    egressProxy: null,
    alertInternal: [],
    mail: null,
    recover: false,
    webhookRetryWaits_ms: [30_000, 300_000],
    notificationDays: 90,
    requestLogDays: 30,
    checkoutLimits: true,
    reservedNames: DEFAULT_RESERVED_NAMES,
    cartKeepDays: 30,
    callbackDays: 90,
    unpaidSaleDays: 180,
    customerContactDays: 1_825,
    moneyRecordYears: 10,
    legalArchiveDays: 30,
    zipCodeUrl: null,
  })
})

test('a variable that is set to nothing counts as unset', () => {
  assert.deepEqual(readConfig({ PORT: '', BRAND: ' ', DATABASE_URL: '', PUBLIC_URL: '' }), readConfig({}))
})

test('the configuration cannot be changed', () => {
  assert.ok([readConfig({}), readConfig({}).psp, readConfig({}).sandbox].every(Object.isFrozen))
})

const GOOD: [env: Record<string, string>, field: string, value: unknown][] = [
  [{ PORT: '0' }, 'port', 0],
  [{ HOST: '::1' }, 'host', '::1'],
  [{ HOST: 'gateway.internal' }, 'host', 'gateway.internal'],
  [{ PUBLIC_URL: 'https://pay.example.com/' }, 'publicUrl', 'https://pay.example.com'],
  [{ PUBLIC_URL: 'http://localhost:8080' }, 'publicUrl', 'http://localhost:8080'],
  [
    { DATABASE_URL: 'postgresql://u:p%40@h:5433/d?sslmode=require' },
    'databaseUrl',
    'postgresql://u:p%40@h:5433/d?sslmode=require',
  ],
  [{ DATABASE_URL: 'postgres://u:p@h1:5432,h2:5433/d' }, 'databaseUrl', 'postgres://u:p@h1:5432,h2:5433/d'],
  [{ STOP_WAIT_MS: '10000' }, 'stopWait_ms', 10_000],
  [{ DATABASE_URL: 'postgres:///shop?host=/run/postgresql' }, 'databaseUrl', 'postgres:///shop?host=/run/postgresql'],
  [{ DATABASE_WAIT_MS: '0' }, 'databaseWait_ms', 0],
  [{ DATA_DIR: '/srv/porteira' }, 'dataDir', '/srv/porteira'],
  [{ RECOVER: 'true' }, 'recover', true],
  [{ BRAND: 'Acme-Pay' }, 'brand', 'Acme-Pay'],
  [{ ENCRYPTION_KEY: KEY_HEX }, 'encryptionKey', Buffer.from(KEY_HEX, 'hex')],
  [{ ENCRYPTION_KEY: KEY_BASE64 }, 'encryptionKey', Buffer.from(KEY_HEX, 'hex')],
  [{ AUTH_SECRET: 's'.repeat(32) }, 'authSecret', 's'.repeat(32)],
  [{ POSTBACK_SECRET: 'shared' }, 'postbackSecret', 'shared'],
  [{ LOG_LEVEL: 'trace' }, 'logLevel', 'trace'],
  [{ TRUST_PROXY: 'off' }, 'trustProxy', []],
  [{ TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,fd00::/8' }, 'trustProxy', ['10.0.0.1', '192.168.0.0/16', 'fd00::/8']],
  [{ ALERT_INTERNAL_ADDRESSES: '10.1.0.0/16' }, 'alertInternal', ['10.1.0.0/16']],
  [{ BELOW_MINIMUM: 'TRANSFER_NOT_ALLOWED' }, 'belowMinimum', 'TRANSFER_NOT_ALLOWED'],
  [{ STRICT_PIX_KEYS: 'true' }, 'strictPixKeys', true],
  [{ SIGN_UP: 'invite' }, 'signUp', 'invite'],
  [{ REQUIRE_HTTPS_WEBHOOKS: 'true' }, 'requireHttpsWebhooks', true],
  [{ EGRESS_PROXY: 'http://proxy:3128' }, 'egressProxy', { origin: 'http://proxy:3128', authorization: null }],
  [
    { EGRESS_PROXY: 'https://us%40er:p%3Aw@proxy.example.com/' },
    'egressProxy',
    { origin: 'https://proxy.example.com', authorization: `Basic ${btoa('us@er:p:w')}` },
  ],
  [{ WEBHOOK_RETRY_WAITS_MS: '10, 20' }, 'webhookRetryWaits_ms', [10, 20]],
  [{ NOTIFICATION_DAYS: '7' }, 'notificationDays', 7],
]

for (const [env, field, value] of GOOD)
  test(`${Object.entries(env).join().replace(',', '=')} is read`, () => {
    assert.deepEqual(readConfig(env)[field as 'port'], value)
  })

test('the PSP and the sandbox have their own variables', () => {
  const env = { PSP_TIMEOUT_MS: '50', PSP_LOOKUP_WAITS_MS: '1,2,3', SANDBOX_PORT: '0', SANDBOX_LATENCY_MS: '0' }
  const { psp, sandbox } = readConfig({ ...env, PSP_BASE_URL: 'http://127.0.0.1:9/' })
  assert.deepEqual(sandbox, { allowed: false, port: 0, dialect: 'bcb', latency_ms: 0 })
  assert.deepEqual([psp.baseUrl, psp.timeout_ms, psp.lookupWaits_ms], ['http://127.0.0.1:9', 50, [1, 2, 3]])
})

const BAD: [name: string, values: string[], expected: RegExp][] = [
  ['PORT', ['abc', '-1', '65536', '3000.5', '1e3', '0x10'], /PORT must be a whole number from 0 to 65535\./],
  ['SANDBOX_PORT', ['x'], /SANDBOX_PORT must be a whole number/],
  ['HOST', ['http://x', 'a b', '127.0.0.1:80', '-x'], /HOST must be an IP address or a host name/],
  [
    'PUBLIC_URL',
    ['pay.example.com', 'ftp://x', 'https://x/path', 'https://x?q', 'https://u:p@x'],
    /PUBLIC_URL must be an address/,
  ],
  [
    'DATABASE_URL',
    ['mysql://x', 'shop', '/run/postgresql'],
    /DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\//,
  ],
  ['DATABASE_URL', ['postgres://u:p@h1,,h2/d'], /DATABASE_URL names no host at place 2 of its list\./],
  ['STOP_WAIT_MS', ['10s', '-1', '120001'], /STOP_WAIT_MS must be a whole number from 0 to 120000\./],
  ['DATABASE_WAIT_MS', ['60s', '-1', '3600001'], /DATABASE_WAIT_MS must be a whole number from 0 to 3600000\./],
  ['BRAND', ['Acme Pay', 'Açaí', 'a:b', 'a\r\nb', 'x'.repeat(41)], /BRAND must be 1 to 40 characters/],
  ['NODE_ENV', ['staging', 'Production'], /NODE_ENV must be production, development or test\./],
  [
    'ENCRYPTION_KEY',
    ['short', '0'.repeat(63), 'A'.repeat(44), 'z'.repeat(64)],
    /ENCRYPTION_KEY must be 32 random bytes in base64 or hex/,
  ],
  ['AUTH_SECRET', ['x'.repeat(31)], /AUTH_SECRET must be a random text of at least 32 characters/],
  ['PSP', ['SANDBOX', 'other'], /PSP must be sandbox, bcb or efi\./],
  ['PSP_BASE_URL', ['x', 'ftp://x'], /PSP_BASE_URL must be an address that begins with https:\/\/ or http:\/\//],
  ['SANDBOX_DIALECT', ['inter', 'EFI'], /SANDBOX_DIALECT must be bcb or efi/],
  ['SANDBOX_LATENCY_MS', ['-1', 'fast'], /SANDBOX_LATENCY_MS must be a whole number of milliseconds/],
  ['LOG_LEVEL', ['verbose'], /LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent\./],
  [
    'TRUST_PROXY',
    ['true', '1', '1.2.3', '10.0.0.0/33', '::/129', '10.0.0.1/8/8', 'fe80::1%eth0', 'proxy.internal', '10.0.0.1,'],
    /TRUST_PROXY must be a comma-separated list of IP addresses or CIDR ranges/,
  ],
  ['BELOW_MINIMUM', ['403'], /BELOW_MINIMUM must be MINIMUM_VALUE or TRANSFER_NOT_ALLOWED\./],
  ['STRICT_PIX_KEYS', ['yes', '1', 'TRUE'], /STRICT_PIX_KEYS must be true or false\./],
  ['REQUIRE_HTTPS_WEBHOOKS', ['on'], /REQUIRE_HTTPS_WEBHOOKS must be true or false\./],
  [
    'EGRESS_PROXY',
    ['proxy:3128', 'socks5://proxy', 'http://proxy/path', 'http://proxy?q', 'http://%zz@proxy'],
    /EGRESS_PROXY must be an address such as/,
  ],
  ['ALLOW_SANDBOX', ['y'], /ALLOW_SANDBOX must be true or false\./],
  ['SIGN_UP', ['anyone'], /SIGN_UP must be closed, invite or open\./],
  ['WEBHOOK_RETRY_WAITS_MS', ['10', '1,2,3', '1,-2', '1;2'], /WEBHOOK_RETRY_WAITS_MS must be 2 whole numbers/],
  ['NOTIFICATION_DAYS', ['6', '0', '90d'], /NOTIFICATION_DAYS must be a whole number from 7/],
  ['PSP_TIMEOUT_MS', ['0', '1s'], /PSP_TIMEOUT_MS must be a whole number from 1/],
  ['PSP_LOOKUP_WAITS_MS', [',', '1,x'], /PSP_LOOKUP_WAITS_MS must be one or more whole numbers/],
]

for (const [name, values, expected] of BAD)
  for (const value of values)
    test(`${name}=${JSON.stringify(value)} is refused by name`, () => {
      assert.throws(() => readConfig({ [name]: value }), { name: 'StartProblem', message: expected })
    })

test('all mistakes are reported together, and no secret is repeated', () => {
  const env = {
    PORT: 'x',
    BRAND: 'a b',
    ENCRYPTION_KEY: 'my-hidden-key',
    AUTH_SECRET: 'my-hidden-secret',
    EGRESS_PROXY: 'http://me:hidden@',
    SMTP_URL: 'smtp://me:hidden@smtp.example.com/path',
  }
  assert.throws(
    () => readConfig(env),
    (error: Error) => {
      for (const name of Object.keys(env)) assert.match(error.message, new RegExp(`- ${name} must`))
      assert.doesNotMatch(error.message, /hidden/)
      return true
    },
  )
})

test('a real PSP needs its address and its credentials', () => {
  const test = { ...PRODUCTION, NODE_ENV: 'test' }
  for (const name of ['PSP_BASE_URL', 'PSP_CLIENT_ID', 'PSP_CLIENT_SECRET', 'PSP_PIX_KEY'])
    assert.throws(() => readConfig({ ...test, [name]: '' }), new RegExp(`${name} must be set when PSP is efi\\.`))
})

test('production with everything it needs', () => {
  const config = readConfig(PRODUCTION)
  assert.equal(config.production, true)
  assert.equal(config.signUp, 'invite')
  assert.equal(config.logLevel, 'info')
  assert.deepEqual(config.psp.baseUrl, 'https://pix.example.com')
})

for (const [name, value] of [
  ['ENCRYPTION_KEY', ''],
  ['AUTH_SECRET', ''],
  ['PUBLIC_URL', ''],
  ['PUBLIC_URL', 'http://localhost:3000'],
  ['PUBLIC_URL', 'http://shop.localhost'],
  ['PUBLIC_URL', 'http://127.0.0.1'],
  ['PUBLIC_URL', 'http://127.1:3000'],
  ['PUBLIC_URL', 'http://0.0.0.0:3000'],
  ['PUBLIC_URL', 'http://[::1]:3000'],
  ['PUBLIC_URL', 'http://[::ffff:127.0.0.1]'],
  ['PSP', 'sandbox'],
  ['PSP_BASE_URL', 'http://pix.example.com'],
] as const)
  test(`production with ${name}=${value || '(unset)'} does not start, and the sentence says what to set`, () => {
    assert.throws(() => readConfig({ ...PRODUCTION, [name]: value }), {
      name: 'StartProblem',
      message: new RegExp(`- ${name} must`),
    })
  })

test('production takes the sandbox bank only by choice', () => {
  assert.equal(readConfig({ ...PRODUCTION, PSP: 'sandbox', ALLOW_SANDBOX: 'true' }).psp.kind, 'sandbox')
})
