// The commands of the command line: what each is called, what it takes, and what it does. A command answers whether all is
// well.
import { callbackPlaceOf, isSameAddress } from '#composition/addresses.ts'
import type { Environment } from '#config/environment-values.ts'
import { examine } from '#doctor/examine.ts'
import { reportText as examinationText, reportForm } from '#doctor/report.ts'
import { Failure } from '#kernel/failure.ts'
import { systemClock } from '#kernel/time.ts'
import { BACKUP_COMMANDS } from './backup/commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'
import { keysRotate, keysStatus } from './keys.ts'
import { LEGAL_REQUEST_COMMANDS } from './legal-request/commands.ts'
import { runMigrate } from './migrate.ts'
import { PEOPLE_COMMANDS } from './people-commands.ts'
import { checkPsps } from './psp-check.ts'
import { reportText } from './psp-report.ts'
import { setPspAddress } from './psp-set-address.ts'
import { pspSetCertificate } from './psp-set-certificate.ts'

export interface Command {
  /** As they are typed. */
  words: readonly string[]
  /** For node's parseArgs. */
  options: Record<string, { type: 'boolean' | 'string' }>
  usage: string
  summary: string
  /** Whether the values of the options can be used; absent: any can. */
  accepts?: (given: Given) => boolean
  /** The name of what is given without one. */
  positional?: string
  /** Whether it works beside a running gateway only; absent: the embedded server is started for it. */
  onlyRunning?: (given: Given) => boolean
  run?(infrastructure: CommandInfrastructure, given: Given, voice: Voice): Promise<boolean>
  /** In the place of `run`: for what works without an installation. */
  runApart?(environment: Environment, given: Given, voice: Voice): Promise<boolean>
}

export interface Voice {
  print(text: string): void
  /** How far it is, for a person who waits; each takes the place of the one before, and the last is ''. */
  progress(line: string): void
  /** Aborted when it is to end. */
  leaving: AbortSignal
  /** What has to come to an end, however it ends, before the program does. */
  whenDone(work: Promise<unknown>): void
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
    words: ['psp', 'set-address'],
    options: { account: { type: 'string' }, url: { type: 'string' }, 'collect-url': { type: 'string' } },
    usage: 'porteira psp set-address --account <number> [--url <https address>] [--collect-url <https address>]',
    summary:
      'gives a PSP account another address, or its API of charges another one, also while no gateway runs; only https for a live one, and no other bank while something is under way',
    accepts: ({ account, url, 'collect-url': collectUrl }) =>
      ACCOUNT.test(String(account ?? '')) && (url ?? collectUrl) !== undefined,
    run: pspSetAddress,
  },
  {
    words: ['psp', 'set-certificate'],
    options: {
      account: { type: 'string' },
      'cert-file': { type: 'string' },
      'key-file': { type: 'string' },
      'ca-file': { type: 'string' },
      try: { type: 'boolean' },
      'keep-untried': { type: 'boolean' },
    },
    usage:
      'porteira psp set-certificate --account <number> --cert-file <PEM> --key-file <PEM> [--ca-file <PEM>] [--try] [--keep-untried]',
    summary:
      'gives a PSP account another certificate, once the PSP has given a token for it; --try changes nothing, --keep-untried puts it in also where the PSP does not answer',
    accepts: given => ACCOUNT.test(String(given.account ?? '')) && Boolean(given['cert-file'] && given['key-file']),
    run: pspSetCertificate,
  },
  {
    words: ['doctor'],
    options: { json: { type: 'boolean' }, account: { type: 'string' } },
    usage: 'porteira doctor [--json] [--account <number>]',
    summary: 'reads every entry of the ledger and all that stands beside it, and names what does not add up',
    accepts: ({ account }) => account === undefined || ACCOUNT.test(String(account)),
    run: doctor,
  },
  {
    words: ['migrate'],
    options: { plan: { type: 'boolean' }, json: { type: 'boolean' } },
    usage: 'porteira migrate [--plan [--json]]',
    summary:
      'brings the schema up to date, as a start would; with --plan it only says what that locks for long, and which code can run beside it',
    accepts: ({ plan, json }) => plan === true || json !== true,
    run: runMigrate,
  },
  {
    words: ['keys', 'status'],
    options: { json: { type: 'boolean' } },
    usage: 'porteira keys status [--json]',
    summary: 'how much is sealed under ENCRYPTION_KEY and AUTH_SECRET, and how much under others',
    run: keysStatus,
  },
  {
    words: ['keys', 'rotate'],
    options: {},
    usage: 'porteira keys rotate',
    summary:
      'seals again what ENCRYPTION_KEY_OTHER and AUTH_SECRET_OTHER open, beside gateways at work; it may be ended and run again at any time',
    run: keysRotate,
  },
  ...PEOPLE_COMMANDS,
  ...BACKUP_COMMANDS,
  ...LEGAL_REQUEST_COMMANDS,
]

const ACCOUNT = /^[1-9]\d{0,8}$/

async function pspCheck({ config, db, psps }: CommandInfrastructure, { json }: Given, { print }: Voice) {
  const place = callbackPlaceOf(config)
  const accounts = await checkPsps({
    db,
    psps,
    callbackUrl: place.url,
    isSameAddress: (expected, address) => isSameAddress(place, expected, address),
  })
  const ok = accounts.length > 0 && accounts.every(({ problems }) => problems.length === 0)
  if (json) print(`${JSON.stringify({ ok, accounts }, null, 2)}\n`)
  else print(accounts.length === 0 ? NONE : reportText(accounts))
  return ok
}

const NONE = 'No PSP account is in use. Start the gateway once with PSP set, or switch an account on.\n'

async function pspSetAddress(
  { db, secretBox, psps, openAccount }: CommandInfrastructure,
  { account, url, 'collect-url': collectUrl }: Given,
  { print }: Voice,
) {
  const addresses = {
    ...(url !== undefined && { baseUrl: String(url) }),
    ...(collectUrl !== undefined && { collectBaseUrl: String(collectUrl) }),
  }
  const changed = await setPspAddress({ db, secretBox, psps, openAccount }, Number(account), addresses)
  if (changed instanceof Failure) {
    print(`${changed.message}. Nothing was changed.\n`)
    return false
  }
  const boletos = changed.collectBaseUrl === null ? '' : `, and for boletos at ${changed.collectBaseUrl},`
  print(`PSP account ${changed.id} (${changed.name}) is called at ${changed.baseUrl}${boletos} from now on.\n`)
  return true
}

async function doctor({ db }: CommandInfrastructure, { json, account }: Given, { print, progress, leaving }: Voice) {
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
