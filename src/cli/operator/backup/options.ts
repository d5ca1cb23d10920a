// What the commands of backups are given: with what one is closed or opened, how many are kept, and until when the log is replayed.
import { readFile } from 'node:fs/promises'
import { identitiesIn, type Key, type Lock, wrongRecipientIn } from '#backup/encryption.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Given } from '../commands.ts'

const COUNT = /^[1-9]\d{0,3}$/
/** With a zone: an hour that is meant otherwise is an hour of payments. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/
const MIN_PASSPHRASE = 16

export const isCount = (text: unknown): boolean => text === undefined || COUNT.test(String(text))

export const isMoment = (text: unknown): boolean =>
  text === undefined || (MOMENT.test(String(text)) && !Number.isNaN(Date.parse(String(text))))

/** One of these two, and not both. */
export const isOneOf = (a: unknown, b: unknown): boolean => (a === undefined) !== (b === undefined)

export async function lockOf({ recipient, 'passphrase-file': file }: Given): Promise<Lock> {
  if (file !== undefined) return { passphrase: await passphraseIn(String(file)) }
  const recipients = String(recipient).split(',')
  const wrong = await wrongRecipientIn(recipients)
  if (wrong === null) return { recipients }
  throw new StartProblem(
    `"${recipients[wrong]}" is no recipient: it begins with age1. "porteira backup key --to FILE" makes an identity and shows its recipient.`,
  )
}

export async function keyOf({ identity, 'passphrase-file': file }: Given): Promise<Key> {
  if (file !== undefined) return { passphrase: await passphraseIn(String(file)) }
  const identities = identitiesIn(await textOf(String(identity)))
  if (identities.length > 0) return { identities }
  throw new StartProblem(`${identity} holds no identity: a line that begins with AGE-SECRET-KEY-1 was expected.`)
}

async function passphraseIn(file: string): Promise<string> {
  const passphrase = (await textOf(file)).trim()
  if (passphrase.length >= MIN_PASSPHRASE) return passphrase
  throw new StartProblem(`The passphrase in ${file} is too short: ${MIN_PASSPHRASE} characters at least.`)
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(error => {
    throw new StartProblem(`${file} cannot be read (${error.code}).`)
  })
