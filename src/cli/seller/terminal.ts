// What a command sees of the world around it: its environment, its input, its output, and a sign to end.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export type Environment = Record<string, string | undefined>

export interface Terminal {
  env: Environment
  print(line: string): void
  complain(line: string): void
  /** Asks a person. Throws where nobody is there. `hidden`: what is typed is not shown. */
  prompt(question: string, hidden?: boolean): Promise<string>
  /** The first line of what was piped in. */
  firstLine(): Promise<string>
  /** The text in a colour, where a person looks at it and wants it. */
  paint(colour: keyof typeof COLOURS, text: string): string
  /** Aborted when the command is to end. */
  leaving: AbortSignal
}

const COLOURS = { green: 32, red: 31, yellow: 33, dim: 2 }

/** What the user of a command can put right, in words. */
export class Trouble extends Error {}

export function openTerminal(env: Environment): Terminal {
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaving.abort())
  const isColourful = process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    env,
    leaving: leaving.signal,
    print: line => void process.stdout.write(`${printable(line)}\n`),
    complain: line => void process.stderr.write(`${printable(line)}\n`),
    paint: (colour, text) => (isColourful ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text),
    prompt,
    firstLine,
  }
}

/** What comes from elsewhere may not steer the terminal. Our own colours stay. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  text.replace(/\u001b(?!\[\d{1,2}m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g, '?')

async function prompt(question: string, hidden = false): Promise<string> {
  if (process.stdin.isTTY !== true)
    throw new Trouble(`${question}: nobody is there to answer. See porteira login --help`)
  process.stderr.write(`${question}: `)
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await reader.question('')).trim()
  } finally {
    reader.close()
    if (hidden) process.stderr.write('\n')
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line.trim()
  return ''
}
