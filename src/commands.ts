// The commands of the command line: what each is called, what it takes, and what it does. A command answers whether all is
// well.
import { checkPsps } from '#cli/psp-check.ts'
import { reportText } from '#cli/psp-report.ts'
import { examine } from '#doctor/examine.ts'
import { reportText as examinationText, reportForm } from '#doctor/report.ts'
import { callbackPlaceOf, isSameAddress } from '#house/addresses.ts'
import { systemClock } from '#kernel/time.ts'
import type { CommandGround } from './command-ground.ts'

export interface Command {
  /** As they are typed. */
  words: readonly string[]
  /** For node's parseArgs. */
  options: Record<string, { type: 'boolean' | 'string' }>
  usage: string
  summary: string
  /** Whether the values of the options can be used; absent: any can. */
  accepts?: (given: Given) => boolean
  run(ground: CommandGround, given: Given, voice: Voice): Promise<boolean>
}

export interface Voice {
  print(text: string): void
  /** How far it is, for a person who waits; each takes the place of the one before, and the last is ''. */
  progress(line: string): void
  /** Aborted when somebody wants it to end. */
  leaving: AbortSignal
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
  {
    words: ['doctor'],
    options: { json: { type: 'boolean' }, account: { type: 'string' } },
    usage: 'porteira doctor [--json] [--account <number>]',
    summary: 'reads every entry of the ledger and all that stands beside it, and names what does not add up',
    accepts: ({ account }) => account === undefined || ACCOUNT.test(String(account)),
    run: doctor,
  },
]

const ACCOUNT = /^[1-9]\d{0,8}$/

async function pspCheck({ config, db, psps }: CommandGround, { json }: Given, { print }: Voice) {
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

async function doctor({ db }: CommandGround, { json, account }: Given, { print, progress, leaving }: Voice) {
  const examination = await examine(
    { db, clock: systemClock },
    {
      ...(account !== undefined && { accountId: Number(account) }),
      leaving,
      onProgress: ({ entries, ofEntries }) => progress(`${entries} of ${ofEntries} transfers`),
    },
  )
  progress('')
  if (examination === null) throw new Error('an examination that waits for nobody has not been made')
  print(json ? `${JSON.stringify(reportForm(examination), null, 2)}\n` : examinationText(examination))
  return examination.findings.length === 0
}
