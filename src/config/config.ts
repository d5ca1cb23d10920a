// The environment becomes one frozen, typed object, or one refusal that names every mistake together. A pure function of the
// variables: only main.ts looks at the real ones.
import { UNNAMED_BRAND } from '#kernel/brand.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { PSP_KINDS, type PspKinds } from '#psp/kinds.ts'
import { type EgressProxyConfig, egressProxyOf } from './egress.ts'
import { type Environment, type Parse, PORTS, type Values, valuesOf } from './environment-values.ts'
import { type MailConfig, mailOf } from './mail.ts'
import { placesOf } from './places.ts'
import { reservedNamesOf } from './reserved-names.ts'
import { contradictionsIn, type RetentionConfig, retentionOf } from './retention.ts'
import { metricsOf, tracesOf } from './telemetry.ts'
import { type CallbackConfig, callbackOf, type PspFiles, pspFilesOf } from './tls.ts'

/** As PSP names it: the test bank that comes with the gateway, whose account is made without further settings. */
const SANDBOX = 'sandbox'
/** In whose words the sandbox bank speaks. */
const SANDBOX_DIALECTS = ['bcb', 'efi'] as const
type SandboxDialect = (typeof SANDBOX_DIALECTS)[number]
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Config = Readonly<{
  production: boolean
  host: string
  port: number
  /** Without a trailing slash; null: the address where the gateway listens. */
  publicUrl: string | null
  /** Of one server, or of several of which one takes writes. Null: the embedded server. */
  databaseUrl: string | null
  /** For so long the start waits for a server of the operator's own that is only just coming up. */
  databaseWait_ms: number
  /** For so long after a signal to stop requests are still served, while readiness says that it is stopping. */
  stopWait_ms: number
  dataDir: string
  /** Gateways behind one port. */
  processes: number
  /** Stands in the names of headers. */
  brand: string
  /** Signs the postbacks of an account that has no secret of its own. */
  postbackSecret: string | null
  /** Null outside production: made and kept in the data folder. */
  encryptionKey: Buffer | null
  authSecret: string | null
  /** During a change of one of them: the other, under which nothing is sealed or signed, and what was is taken. */
  otherEncryptionKey: Buffer | null
  otherAuthSecret: string | null
  psp: Readonly<{
    /** `sandbox`, or one of the kinds of PSP. */
    kind: string
    baseUrl: string | null
    pixKey: string | null
    /** What the kind declares and is no file, by the names of the declaration. */
    credentials: Readonly<Record<string, string>>
    timeout_ms: number
    lookupWaits_ms: readonly number[]
    /** How often the PSPs' own lists are read. */
    sweepEvery_ms: number
  }> &
    PspFiles
  /** Where PSPs call back over mTLS; null: at the common server. */
  callback: CallbackConfig | null
  /** Whether the sandbox bank runs beside a real PSP, for test accounts. */
  testMode: boolean
  sandbox: Readonly<{ allowed: boolean; port: number; dialect: SandboxDialect; latency_ms: number | null }>
  logLevel: (typeof LOG_LEVELS)[number]
  /** `auto`: pretty where a person looks on. */
  logFormat: 'json' | 'pretty' | 'auto'
  trustProxy: readonly string[]
  belowMinimum: 'MINIMUM_VALUE' | 'TRANSFER_NOT_ALLOWED'
  strictPixKeys: boolean
  signUp: 'closed' | 'invite' | 'open'
  requireHttpsWebhooks: boolean
  /** Notifications go out through it; null: directly. */
  egressProxy: EgressProxyConfig | null
  /** Addresses inside that channels of alerts may reach in production. */
  alertInternal: readonly string[]
  /** How mail goes out; null: not at all, and outside production it is shown instead. */
  mail: MailConfig | null
  /** Begin in recovery: nothing is paid or delivered before a person has looked. */
  recover: boolean
  webhookRetryWaits_ms: readonly number[]
  /** How often the books are examined; 0: only by hand. */
  doctorEvery_ms: number
  /** As old as this the last backup may be; 0: any age is well. */
  backupMaxAge_ms: number
  /** Whether each day is compared with the PSPs' lists by itself, and then closed. */
  dailyReconciliation: boolean
  /** Where GET /metrics is; null: nowhere. */
  metrics: ReturnType<typeof metricsOf>
  /** Null: nothing is traced. */
  traces: ReturnType<typeof tracesOf>
  /** For so long events and the log of what was sent are kept. */
  notificationDays: number
  /** For so long requests of the API are logged; 0: not at all. */
  requestLogDays: number
  /** For so long the encrypted file of an archive for an authority is kept. */
  legalArchiveDays: number
  /** Whether what an address does at the hosted checkout is bounded. */
  checkoutLimits: boolean
  /** Names that no seller may take towards buyers. */
  reservedNames: readonly string[]
  /** Where the address of a postal code is found, with {cep} for its digits; null: nowhere. */
  zipCodeUrl: string | null
}> &
  Readonly<RetentionConfig>

/** Throws a StartProblem that lists every mistake. */
export function readConfig(environment: Environment, kinds: PspKinds = PSP_KINDS): Config {
  const values = valuesOf(environment)
  const production = values.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production'
  const places = placesOf(values)
  const config = Object.freeze({
    production,
    ...places,
    ...secretsOf(values),
    psp: Object.freeze(pspOf(values, kinds)),
    callback: callbackOf(values, places),
    sandbox: Object.freeze(sandboxOf(values)),
    testMode: testModeOf(values),
    ...conductOf(values, production),
  })
  const problems = [
    ...values.problems,
    ...contradictionsIn(config),
    ...(production ? missingInProduction(values, config, kinds) : []),
  ]
  if (problems.length === 0) return config
  const list = problems.map(problem => `  - ${problem}`).join('\n')
  throw new StartProblem(`The configuration cannot be used:\n${list}`)
}

function secretsOf(values: Values) {
  return {
    postbackSecret: values.text('POSTBACK_SECRET'),
    encryptionKey: encryptionKeyOf(values, 'ENCRYPTION_KEY'),
    authSecret: authSecretOf(values, 'AUTH_SECRET'),
    otherEncryptionKey: encryptionKeyOf(values, 'ENCRYPTION_KEY_OTHER'),
    otherAuthSecret: authSecretOf(values, 'AUTH_SECRET_OTHER'),
  }
}

const encryptionKeyOf = (values: Values, name: string) =>
  values.read<Buffer | null>(
    name,
    null,
    keyIn,
    '32 random bytes in base64 or hex, such as "openssl rand -base64 32" prints',
  )

const authSecretOf = (values: Values, name: string) =>
  values.read<string | null>(
    name,
    null,
    text => (text.length >= 32 ? text : undefined),
    'a random text of at least 32 characters',
  )

function pspOf(values: Values, kinds: PspKinds) {
  const kind = values.oneOf('PSP', [SANDBOX, ...Object.keys(kinds)], SANDBOX)
  const declared = Object.entries(kinds[kind]?.credentials ?? {}).filter(([, { form }]) => form !== 'pem')
  const required = declared.flatMap(([, field]) => (field.required ? field.setting : []))
  if (kind !== SANDBOX)
    for (const name of ['PSP_BASE_URL', ...required, 'PSP_PIX_KEY'])
      if (values.text(name) === null) values.problems.push(`${name} must be set when PSP is ${kind}.`)
  const given = declared.map(([name, { setting }]) => [name, values.text(setting)] as const)
  return {
    kind,
    baseUrl: values.url('PSP_BASE_URL', ['https:', 'http:'])?.href.replace(/\/$/, '') ?? null,
    pixKey: values.text('PSP_PIX_KEY'),
    credentials: Object.freeze(Object.fromEntries(given.filter((one): one is [string, string] => one[1] !== null))),
    timeout_ms: values.count('PSP_TIMEOUT_MS', 10_000, { from: 1, to: 120_000 }),
    lookupWaits_ms: values.counts('PSP_LOOKUP_WAITS_MS', [5_000, 15_000, 60_000, 300_000, 1_800_000], WAITS),
    sweepEvery_ms: values.count('SWEEP_EVERY_MS', 60_000, { from: 50, to: 3_600_000 }),
    ...pspFilesOf(values),
  }
}

/** Where the only PSP is the sandbox bank, every account is a test already. */
function testModeOf(values: Values): boolean {
  const isOn = values.oneOf('TEST_MODE', ['off', 'on'], 'off') === 'on'
  if (isOn && (values.text('PSP') ?? SANDBOX) === SANDBOX)
    values.problems.push(
      'TEST_MODE needs a PSP beside the sandbox bank: with PSP=sandbox every account is a test already.',
    )
  return isOn
}

function sandboxOf(values: Values) {
  return {
    allowed: values.flag('ALLOW_SANDBOX'),
    port: values.count('SANDBOX_PORT', 3001, PORTS),
    dialect: values.oneOf('SANDBOX_DIALECT', SANDBOX_DIALECTS, 'bcb'),
    latency_ms: values.read<number | null>(
      'SANDBOX_LATENCY_MS',
      null,
      text => (/^\d{1,6}$/.test(text) ? Number(text) : undefined),
      'a whole number of milliseconds up to 999999',
    ),
  }
}

function conductOf(values: Values, production: boolean) {
  return {
    brand: values.read(
      'BRAND',
      UNNAMED_BRAND,
      brandIn,
      "1 to 40 characters that may stand in a header's name (letters, digits, - and the like; no blanks)",
    ),
    logLevel: values.oneOf('LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    logFormat: values.oneOf('LOG_FORMAT', ['auto', 'json', 'pretty'], 'auto'),
    trustProxy: values.addresses('TRUST_PROXY', 'proxies'),
    belowMinimum: values.oneOf('BELOW_MINIMUM', ['MINIMUM_VALUE', 'TRANSFER_NOT_ALLOWED'], 'MINIMUM_VALUE'),
    strictPixKeys: values.flag('STRICT_PIX_KEYS'),
    signUp: values.oneOf('SIGN_UP', ['closed', 'invite', 'open'], production ? 'invite' : 'open'),
    requireHttpsWebhooks: values.flag('REQUIRE_HTTPS_WEBHOOKS'),
    egressProxy: egressProxyOf(values),
    alertInternal: values.addresses('ALERT_INTERNAL_ADDRESSES', 'receivers of alerts inside'),
    mail: mailOf(values, production),
    recover: values.flag('RECOVER'),
    // Three attempts in all, so two waits.
    webhookRetryWaits_ms: values.counts('WEBHOOK_RETRY_WAITS_MS', [30_000, 300_000], { ...WAITS, length: 2 }),
    doctorEvery_ms: values.count('DOCTOR_EVERY_MS', 86_400_000, { from: 0, to: 604_800_000 }),
    backupMaxAge_ms: values.count('BACKUP_MAX_AGE_MS', 93_600_000, { from: 0, to: 31_536_000_000 }),
    dailyReconciliation: values.oneOf('DAILY_RECONCILIATION', ['off', 'on'], 'on') === 'on',
    metrics: metricsOf(values),
    traces: tracesOf(values),
    notificationDays: values.count('NOTIFICATION_DAYS', 90, { from: 7, to: 3_650 }),
    requestLogDays: values.count('REQUEST_LOG_DAYS', 30, { from: 0, to: 3_650 }),
    legalArchiveDays: values.count('LEGAL_ARCHIVE_DAYS', 30, { from: 1, to: 365 }),
    checkoutLimits: values.oneOf('CHECKOUT_LIMITS', ['off', 'on'], 'on') === 'on',
    reservedNames: reservedNamesOf(values),
    zipCodeUrl: values.read<string | null>(
      'CEP_URL',
      null,
      zipCodeUrlIn,
      'an address with {cep} in its path or query, such as https://cep.example.com/{cep}/json',
    ),
    ...retentionOf(values),
  } as const
}

function missingInProduction(values: Values, config: Config, kinds: PspKinds): string[] {
  const problems: string[] = []
  if (values.text('ENCRYPTION_KEY') === null)
    problems.push(
      'ENCRYPTION_KEY must be set in production: 32 random bytes in base64 or hex ("openssl rand -base64 32").',
    )
  if (values.text('AUTH_SECRET') === null)
    problems.push('AUTH_SECRET must be set in production: a random text of at least 32 characters.')
  if (
    values.text('PUBLIC_URL') === null ||
    (config.publicUrl !== null && isLoopback(new URL(config.publicUrl).hostname))
  )
    problems.push('PUBLIC_URL must be set in production to the address at which the world reaches this gateway.')
  if (config.psp.kind !== SANDBOX && config.psp.baseUrl?.startsWith('http:'))
    problems.push(
      'PSP_BASE_URL must begin with https:// in production: over http:// the credentials of the PSP account are sent in the clear.',
    )
  if (config.psp.kind === SANDBOX && !config.sandbox.allowed)
    problems.push(
      `PSP must be ${Object.keys(kinds).join(' or ')} in production, since the sandbox bank moves no money; ALLOW_SANDBOX=true permits it all the same.`,
    )
  return problems
}

const WAITS = { from: 0, to: 86_400_000 }

const zipCodeUrlIn: Parse<string> = text => {
  const url = URL.parse(text.replaceAll('{cep}', '01001000'))
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return isWeb && `${url.pathname}${url.search}`.includes('01001000') ? text : undefined
}

const brandIn: Parse<string> = text => (/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(text) ? text : undefined)

function keyIn(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

function isLoopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/.test(hostname)
}
