// The commands about people: who runs this gateway, and who has lost a second factor.
import { authSecretsOf } from '#config/secrets.ts'
import type { Queryable } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { holdsAddress } from '#kernel/plain-name.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { sendsMail } from '#mail/feature.ts'
import type { NewMail } from '#mail/mail.ts'
import { insertMail, type MailLimit } from '#mail/store.ts'
import type { OperatorMail } from '#member/operator/remove.ts'
import { listOperators } from '#member/operator/store.ts'
import type { Command, Given, Voice } from './commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'
import { resetMfa } from './mfa-reset.ts'
import { createOperator } from './operator-create.ts'
import { removeOperator } from './operator-remove.ts'

const EMAIL = /^(?=.{3,254}$)[^\s@<>",;:()]+@[a-z\d]([a-z\d.-]*[a-z\d])?$/i
const NAME = /^(?!\s*$)[^\p{Cc}]{1,120}$/u

export const PEOPLE_COMMANDS: readonly Command[] = [
  {
    words: ['operator', 'create'],
    options: { email: { type: 'string' }, name: { type: 'string' }, by: { type: 'string' } },
    usage: 'porteira operator create --email <address> --name <name> [--by <address of an operator>]',
    summary:
      'makes the first and the second operator and shows their password once; a further one is proposed, and another operator than --by confirms it in the panel',
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
      'removes one of two operators and ends their sessions; one of more is proposed, and another operator than --by confirms it in the panel',
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
]

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
  const gone = [authenticatorApp && 'the authenticator app', passkeys > 0 && `passkeys: ${passkeys}`].filter(Boolean)
  const text = gone.length === 0 ? 'there was none' : `gone are ${gone.join(', ')}`
  print(`Of the second factors of ${email} ${text}. Sessions that have ended: ${endedSessions}. The password stays.\n`)
  return true
}
