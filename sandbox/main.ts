// The bank as a process of its own. It ends when it is asked to, or when the parent that forked it is gone. A Ctrl-C meant for
// that parent is left to the parent, which stops the bank after itself.
import { readFileSync } from 'node:fs'
import { type BankSettings, openBank } from './bank.ts'
import { DIALECT_NAMES, type DialectName } from './dialect/dialect.ts'

const { env } = process

/** The first payments of a demo have been made by then. */
const IDLE_MS = 30_000

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= max) return number
  throw new Error(`${name}: expected a whole number from 0 to ${max}, got "${text}"`)
}

function dialectNamed(text: string | undefined): DialectName | undefined {
  if (text === undefined || text === '') return undefined
  const name = DIALECT_NAMES.find(one => one === text)
  if (name !== undefined) return name
  throw new Error(`SANDBOX_DIALECT: expected ${DIALECT_NAMES.join(' or ')}, got "${text}"`)
}

function fileNamedBy(name: string): string | undefined {
  const path = env[name]
  if (path === undefined || path === '') return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${name}: cannot read "${path}" (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** A certificate and its key, both or none. */
function certificateOf(prefix: string): { cert: string; key: string } | undefined {
  const cert = fileNamedBy(`${prefix}_CERT_FILE`)
  const key = fileNamedBy(`${prefix}_KEY_FILE`)
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new Error(`${prefix}_CERT_FILE and ${prefix}_KEY_FILE: set both of them or none`)
  return { cert, key }
}

function tlsSettings(): Pick<BankSettings, 'tls' | 'callbackTls'> {
  const own = certificateOf('SANDBOX_TLS')
  const clientCa = fileNamedBy('SANDBOX_TLS_CLIENT_CA_FILE')
  if (own === undefined && clientCa !== undefined)
    throw new Error('SANDBOX_TLS_CLIENT_CA_FILE: needs SANDBOX_TLS_CERT_FILE and SANDBOX_TLS_KEY_FILE')
  const callbackTls = { ...certificateOf('SANDBOX_CALLBACK'), ca: fileNamedBy('SANDBOX_CALLBACK_CA_FILE') }
  return { tls: own && { ...own, clientCa }, callbackTls }
}

async function main(): Promise<void> {
  const opening = openBank({
    port: wholeNumber('SANDBOX_PORT', env.SANDBOX_PORT, 65_535) ?? 3001,
    host: env.SANDBOX_HOST || undefined,
    dataDir: env.SANDBOX_DATA_DIR || './data/bank',
    latencyMs: wholeNumber('SANDBOX_LATENCY_MS', env.SANDBOX_LATENCY_MS, 3_600_000),
    seed: env.SANDBOX_SEED || undefined,
    clientSecret: env.SANDBOX_CLIENT_SECRET || undefined,
    dialect: dialectNamed(env.SANDBOX_DIALECT),
    ...tlsSettings(),
  })
  // Before the bank is open, or a parent that dies meanwhile would leave it behind.
  let isClosing = false
  const stop = async () => {
    if (isClosing) return
    isClosing = true
    if (process.connected) process.disconnect?.()
    await (await opening).close()
  }
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  process.on('SIGINT', process.connected ? () => undefined : stop)

  const bank = await opening
  process.stdout.write(`Banco de Teste: ${bank.url}\n`)
  if (process.connected) process.send?.({ listening: bank.port })
  setTimeout(collect, IDLE_MS).unref()
}

/** Where whoever has started it allows that: what a start has used is given back, which V8 does only when it is short of memory. */
function collect(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

main().catch((error: Error) => {
  process.stderr.write(`Banco de Teste: ${error.message}\n`)
  process.exit(1)
})
