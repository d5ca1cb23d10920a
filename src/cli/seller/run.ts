// A seller's command, from its words to its exit code: 0 all is well, 1 something is wrong, 2 the command was not understood.
import { parseArgs } from 'node:util'
import { COMMANDS, type Command, type Given } from './commands.ts'
import { type Environment, openTerminal, Trouble } from './terminal.ts'

const WELL = 0
const WRONG = 1
const NOT_UNDERSTOOD = 2

const usageOf = ({ words, takes, options }: Command): string =>
  ['porteira', ...words, ...(takes === undefined ? [] : [`<${takes}>`]), ...Object.entries(options).map(optionOf)].join(
    ' ',
  )

const optionOf = ([name, { type }]: [string, { type: string }]) =>
  type === 'boolean' ? `[--${name}]` : `[--${name} <…>]`

const OVERVIEW = `For sellers' programmers, with nothing but keys:

${COMMANDS.map(command => `  porteira ${command.words.join(' ')}${command.takes === undefined ? '' : ` <${command.takes}>`}\n      ${command.summary}`).join('\n')}

porteira <command> --help shows the options of a command.
Exit codes: 0 all is well, 1 something is wrong, 2 the command was not understood.`

const helpOf = (command: Command): string => `${usageOf(command)}
    ${command.summary}

${Object.entries(command.options)
  .map(([name, { is }]) => `  --${name}\n      ${is}`)
  .join('\n')}`

export async function runSeller(args: string[], env: Environment): Promise<number> {
  const terminal = openTerminal(env)
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))
  if (args.some(word => word === '--help' || word === '-h')) {
    terminal.print(command === undefined ? OVERVIEW : helpOf(command))
    return WELL
  }
  const given = command === undefined ? null : givenIn(command, args.slice(command.words.length))
  if (command === undefined || given === null) {
    const known = command === undefined ? OVERVIEW : `Usage: ${usageOf(command)}`
    terminal.complain(args.length === 0 ? known : `porteira ${args.slice(0, 2).join(' ')}: not understood.\n\n${known}`)
    return NOT_UNDERSTOOD
  }
  try {
    return (await command.run(given, terminal)) ? WELL : WRONG
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    terminal.complain(error.message)
    return WRONG
  }
}

function givenIn({ options, takes }: Command, args: string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: takes !== undefined })
    if (takes !== undefined && positionals.length !== 1) return null
    return { ...values, ...(takes !== undefined && { words: positionals[0] }) } as Given
  } catch {
    return null
  }
}
