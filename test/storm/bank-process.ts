// The sandbox bank as a real process on a folder that outlives it, to be killed without a word and started again on the
// same port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BankProcess {
  readonly url: string
  /** SIGKILL, and the next one on the same folder and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const START_MS = 20_000

export async function startBankProcess(dataDir: string): Promise<BankProcess> {
  let { child, url } = await launch(dataDir, 0)
  const port = Number(new URL(url).port)
  return {
    get url() {
      return url
    },
    async restart() {
      await kill(child)
      const next = await launch(dataDir, port)
      child = next.child
      url = next.url
    },
    stop: () => kill(child),
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function launch(dataDir: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const env = { SANDBOX_PORT: String(port), SANDBOX_DATA_DIR: dataDir, SANDBOX_LATENCY_MS: '20' }
  const child = spawn(process.execPath, ['sandbox/main.ts'], { cwd: ROOT, env, stdio: 'pipe' })
  try {
    return { child, url: await addressOf(child) }
  } catch (error) {
    await kill(child)
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string) => reject(new Error(`the bank ${why}; it said:\n${said}`))
    const timer = setTimeout(() => fail('did not open in time'), START_MS)
    const hear = (bytes: Buffer) => {
      said += bytes
      const url = /Banco de Teste: (http:\S+)/.exec(said)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`ended with ${code ?? signal}`)
    })
  })
}
