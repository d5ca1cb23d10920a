// The commands of the command line: what each is called, what it takes, and what it does. A command answers whether all is
// well.
import { checkPsps } from '#cli/psp-check.ts'
import { reportText } from '#cli/psp-report.ts'
import { callbackPlaceOf, isSameAddress } from '#house/addresses.ts'
import type { CommandGround } from './command-ground.ts'

export interface Command {
  /** As they are typed. */
  words: readonly string[]
  /** For node's parseArgs. */
  options: Record<string, { type: 'boolean' | 'string' }>
  usage: string
  summary: string
  run(ground: CommandGround, given: Given, print: (text: string) => void): Promise<boolean>
}

export type Given = Record<string, string | boolean | undefined>

export const COMMANDS: readonly Command[] = [
  {
    words: ['psp', 'check'],
    options: { json: { type: 'boolean' } },
    usage: 'porteira psp check [--json]',
    summary: 'asks every PSP in use for a token, the balance and where it calls back, and changes nothing',
    run: pspCheck,
  },
]

async function pspCheck({ config, db, psps }: CommandGround, { json }: Given, print: (text: string) => void) {
  const place = callbackPlaceOf(config)
  const accounts = await checkPsps({
    ...{ db, psps, callbackUrl: place.url },
    isSameAddress: (expected, address) => isSameAddress(place, expected, address),
  })
  const ok = accounts.length > 0 && accounts.every(({ problems }) => problems.length === 0)
  if (json) print(`${JSON.stringify({ ok, accounts }, null, 2)}\n`)
  else print(accounts.length === 0 ? NONE : reportText(accounts))
  return ok
}

const NONE = 'No PSP account is in use. Start the gateway once with PSP set, or switch an account on.\n'
