// An SDK in another language, driven over standard input and output: one command a line, one outcome a line. It is skipped where the
// machine has no interpreter of the language.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Language {
  name: string
  program: string
  driver: string
  /** Of a method or a named argument, as the language writes them. */
  word(name: string): string
  isHere: boolean
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const isHere = (program: string, args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    program: 'python3',
    driver: `${folder}driver.py`,
    word: snake,
    isHere: isHere('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']),
  },
  {
    name: 'PHP',
    program: 'php',
    driver: `${folder}driver.php`,
    word: name => name,
    isHere: isHere('php', ['-r', "exit(PHP_VERSION_ID >= 80100 && extension_loaded('curl') ? 0 : 1);"]),
  },
]

export const whyNot = ({ name, isHere: here }: Language): string | false =>
  !here && `there is no ${name} on this machine`

// biome-ignore lint/suspicious/noExplicitAny: tests read what they were answered
export type Outcome = any

export interface Driver extends AsyncDisposable {
  run(command: object): Promise<Outcome>
}

export function openDriver({ program, driver }: Language, client: object = {}): Driver {
  const child = spawn(program, [driver], {
    env: { PATH: process.env.PATH ?? '', CLIENT: JSON.stringify(client) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async run(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`the driver ended at ${JSON.stringify(command)}`)
      return JSON.parse(value)
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}
