// The operator's commands: finds the command, opens what it needs, and ends that again, also on a signal. Exit codes:
// 0 all is well, 1 something is wrong, 2 the command was not understood.
import { inspect, parseArgs } from 'node:util'
import type { Environment } from '#config/environment-values.ts'
import { sqlState } from '#db/postgres.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { COMMANDS, type Command, type Given, type Voice } from './commands.ts'
import { openCommandInfrastructure } from './infrastructure.ts'

const WELL = 0
const WRONG = 1
const NOT_UNDERSTOOD = 2
const INTERRUPTED = 130

export const OPERATOR_USAGE = `Usage:
${COMMANDS.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join('\n')}
  porteira --help

For sellers' programmers, with nothing but keys: porteira seller --help

Every command reads the same environment variables as the gateway (DATA_DIR, DATABASE_URL, PSP_TIMEOUT_MS, ...).
Exit codes: 0 all is well, 1 something is wrong, 2 the command was not understood.
`

const print = (text: string) => void process.stdout.write(text)
const complain = (text: string) => void process.stderr.write(text)
const CLEAR_LINE = '\r\x1b[K'
/** One line that changes, where a person watches a terminal. */
const progress = (line: string) => void (process.stderr.isTTY && process.stderr.write(`${CLEAR_LINE}${line}`))

export async function runOperator(args: string[], env: Environment): Promise<number> {
  if (args.some(word => HELP.has(word))) return say(OPERATOR_USAGE)
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))
  const given = command === undefined ? null : optionsOf(command, args.slice(command.words.length))
  if (command === undefined || given === null) {
    complain(
      `${args.length === 0 ? '' : `porteira ${args.slice(0, 2).join(' ')}: no such command, or not with these options.\n\n`}${OPERATOR_USAGE}`,
    )
    return NOT_UNDERSTOOD
  }
  return run(command, given, env)
}

const HELP = new Set(['--help', '-h', 'help'])

function say(text: string): number {
  print(text)
  return WELL
}

function optionsOf({ options, accepts = () => true, positional }: Command, args: string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: positional !== undefined })
    if (positionals.length > 1) return null
    const given: Given = { ...values, ...(positional !== undefined && { [positional]: positionals[0] }) }
    return accepts(given) ? given : null
  } catch {
    return null
  }
}

async function run(command: Command, given: Given, env: Environment): Promise<number> {
  const resources = new AsyncDisposableStack()
  const interrupted = Promise.withResolvers<number>()
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted.resolve(INTERRUPTED)
      leaving.abort()
    })
  const whenDone = (work: Promise<unknown>) =>
    resources.defer(() =>
      work.then(
        () => {},
        () => {},
      ),
    )
  const voice = { print, progress, leaving: leaving.signal, whenDone }
  const { opening, answer } = begin(command, { resources, env, given, voice })
  const work = async () => ((await answer()) ? WELL : WRONG)
  try {
    return await Promise.race([work(), interrupted.promise])
  } catch (error) {
    complain(`${sentenceOf(error)}\n`)
    return WRONG
  } finally {
    // What is half open cannot be ended yet.
    await opening.catch(() => {})
    await resources.disposeAsync()
  }
}

interface Beginning {
  resources: AsyncDisposableStack
  env: Environment
  given: Given
  voice: Voice
}

function begin({ run: runOn, runApart, onlyRunning }: Command, { resources, env, given, voice }: Beginning) {
  if (runOn === undefined)
    return { opening: Promise.resolve(), answer: () => runApart?.(env, given, voice) ?? Promise.resolve(false) }
  const opening = openCommandInfrastructure(resources, env, onlyRunning?.(given) === true)
  return { opening, answer: async () => runOn(await opening, given, voice) }
}

const NO_SUCH_TABLE_OR_COLUMN = new Set(['42P01', '42703'])

function sentenceOf(error: unknown): string {
  if (NO_SUCH_TABLE_OR_COLUMN.has(sqlState(error) ?? ''))
    return 'The database has the tables of another version of Porteira. Start the gateway of this version once.'
  return error instanceof StartProblem ? error.message : inspect(error)
}
