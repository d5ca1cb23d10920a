// The commands of the command line: what each is called, what it takes, and what it does. A command answers whether all is
// well.
import { callbackPlaceOf, isSameAddress } from '#composition/addresses.ts'
import type { Environment } from '#config/environment-values.ts'
import { authSecretsOf } from '#config/secrets.ts'
import type { Queryable } from '#db/postgres.ts'
import { examine } from '#doctor/examine.ts'
import { reportText as examinationText, reportForm } from '#doctor/report.ts'
import { Failure } from '#kernel/failure.ts'
import { holdsAddress } from '#kernel/plain-name.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { sendsMail } from '#mail/feature.ts'
import type { NewMail } from '#mail/mail.ts'
import { insertMail, type MailLimit } from '#mail/store.ts'
import type { OperatorMail } from '#member/operator/remove.ts'
import { listOperators } from '#member/operator/store.ts'
import { BACKUP_COMMANDS } from './backup/commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'
import { keysRotate, keysStatus } from './keys.ts'
import { resetMfa } from './mfa-reset.ts'
import { runMigrate } from './migrate.ts'
import { createOperator } from './operator-create.ts'
import { removeOperator } from './operator-remove.ts'
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
    },
    usage:
      'porteira psp set-certificate --account <number> --cert-file <PEM> --key-file <PEM> [--ca-file <PEM>] [--try]',
    summary: 'gives a PSP account another certificate, once the PSP has given a token for it; --try changes nothing',
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
  {
    words: ['operator', 'create'],
    options: { email: { type: 'string' }, name: { type: 'string' }, by: { type: 'string' } },
    usage: 'porteira operator create --email <address> --name <name> [--by <address of an operator>]',
    summary:
      'makes the first and the second operator and shows their password once; a further one is proposed, and another operator than --by confirms it at the desk',
    accepts: ({ email, name, by }) =>
      EMAIL.test(String(email ?? '')) && NAME.test(String(name ?? '')) && (by === undefined || EMAIL.test(String(by))),
    run: operatorCreate,
  },
  {
    words: ['operator', 'list'],
    options: { json: { type: 'boolean' } },
    usage: 'porteira operator list [--json]',
    summary: 'who runs this gateway, since when, with which second factors, and when they were last seen',
    run: operatorList,
  },
  {
    words: ['operator', 'remove'],
    options: { email: { type: 'string' }, by: { type: 'string' } },
    usage: 'porteira operator remove --email <address> [--by <address of an operator>]',
    summary:
      'removes one of two operators and ends their sessions; one of more is proposed, and another operator than --by confirms it at the desk',
    accepts: ({ email, by }) => EMAIL.test(String(email ?? '')) && (by === undefined || EMAIL.test(String(by))),
    run: operatorRemove,
  },
  {
    words: ['person', 'remove-second-factor'],
    options: { email: { type: 'string' } },
    usage: 'porteira person remove-second-factor --email <address>',
    summary: 'takes authenticator app and passkeys of a person away who has lost them, and ends their sessions',
    accepts: ({ email }) => EMAIL.test(String(email ?? '')),
    run: personRemoveFactor,
  },
  ...BACKUP_COMMANDS,
]

const ACCOUNT = /^[1-9]\d{0,8}$/
const EMAIL = /^(?=.{3,254}$)[^\s@<>",;:()]+@[a-z\d]([a-z\d.-]*[a-z\d])?$/i
const NAME = /^(?!\s*$)[^\p{Cc}]{1,120}$/u

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
  { db, secretBox, psps }: CommandInfrastructure,
  { account, url, 'collect-url': collectUrl }: Given,
  { print }: Voice,
) {
  const addresses = {
    ...(url !== undefined && { baseUrl: String(url) }),
    ...(collectUrl !== undefined && { collectBaseUrl: String(collectUrl) }),
  }
  const changed = await setPspAddress({ db, secretBox, psps }, Number(account), addresses)
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

async function operatorCreate({ config, connection, db }: CommandInfrastructure, given: Given, { print }: Voice) {
  const { publicUrl } = config
  const deps = { connection, db, clock: systemClock, random: systemRandom, ...authSecretsOf(config), publicUrl }
  const { email, name, by } = given
  if (holdsAddress(String(name))) {
    print(ADDRESS_IN_NAME)
    return false
  }
  const request = { email: String(email), name: String(name).trim(), by: by === undefined ? null : String(by) }
  const made = await createOperator(deps, request)
  if ('there' in made) {
    print(`${made.there} is an operator already. Nothing was changed.\n`)
    return false
  }
  if ('tooFewApprovers' in made) {
    print(
      `There are operators already, so this takes two of them: say --by ${made.tooFewApprovers.join(' or ')}. Nothing was changed.\n`,
    )
    return false
  }
  const known = made.wasKnown ? `  ${KNOWN}\n` : ''
  const proposed = made.proposed ? `  ${PROPOSED}\n` : ''
  print(
    `\n  Operator   ${request.email.toLowerCase()}\n  Password   ${made.password}   (shown this once)\n${known}${proposed}\n`,
  )
  return true
}

const ADDRESS_IN_NAME =
  '--name: expected a name without a web or mail address; a blank behind each full stop tells them apart. Nothing was changed.\n'
const KNOWN =
  'This person was known: the password before is gone, and every passkey, authenticator app and session has ended.'
const PROPOSED = 'Another operator than the one you named has to confirm it at /operacao/propostas within seven days.'

async function operatorList({ db }: CommandInfrastructure, { json }: Given, { print }: Voice) {
  const operators = await listOperators(db)
  const day = (at: Date | null, none: string) => at?.toISOString().slice(0, 16).replace('T', ' ') ?? none
  if (json) print(`${JSON.stringify({ operators }, null, 2)}\n`)
  else if (operators.length === 0) print('Nobody runs this gateway yet: porteira operator create\n')
  for (const { email, name, since, passkeys, authenticatorApp, lastSeenAt } of json ? [] : operators) {
    const factors = [...(authenticatorApp ? ['app'] : []), ...(passkeys > 0 ? [`${passkeys} passkeys`] : [])]
    print(`${email} (${name})\n  since          ${day(since, 'the beginning')}\n`)
    print(`  second factor  ${factors.join(', ') || 'none'}\n  last seen      ${day(lastSeenAt, 'no session')}\n`)
  }
  return operators.length > 0
}

async function operatorRemove({ config, db }: CommandInfrastructure, { email, by }: Given, { print }: Voice) {
  const mail = {
    refusal: sendsMail({ server: config.mail, production: config.production })
      ? null
      : new Failure('MAIL_NOT_SET_UP', 'This gateway sends no mail'),
    put: (tx: Queryable, owed: NewMail, limit?: MailLimit) => insertMail(tx, owed, systemClock(), limit ?? null),
  } as OperatorMail
  const removed = await removeOperator(
    { db, clock: systemClock, mail },
    { email: String(email), by: by === undefined ? null : String(by) },
  )
  const nothing = (why: string) => {
    print(`${why}. Nothing was changed.\n`)
    return false
  }
  if ('unknown' in removed) return nothing(`No operator has the address ${removed.unknown}`)
  if ('tooFewApprovers' in removed)
    return nothing(`This takes two of the operators: say --by ${removed.tooFewApprovers.join(' or ')}`)
  if (removed instanceof Failure) return nothing(removed.message)
  if (removed.proposal === null)
    print(`${removed.operator.email} runs this gateway no more, and their sessions have ended.\n`)
  else print(`${PROPOSED}\n`)
  return true
}

async function personRemoveFactor({ db }: CommandInfrastructure, { email }: Given, { print }: Voice) {
  const removed = await resetMfa({ db, clock: systemClock }, String(email))
  if (removed === null) {
    print(`Nobody signs in with ${email}. Nothing was changed.\n`)
    return false
  }
  const { authenticatorApp, passkeys, endedSessions } = removed
  const app = authenticatorApp ? 'The authenticator app and' : 'No authenticator app, but'
  print(
    `${app} ${passkeys} passkeys of ${email} are gone, and ${endedSessions} sessions have ended. The password stays.\n`,
  )
  return true
}
