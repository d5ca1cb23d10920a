// Backups at rest, and what is handed over: encrypted as age does it (age-encryption.org), so that the programs of others open them too. To a public key, whose
// other half need not be on the machine that is backed up; or under a passphrase. Every chunk is authenticated and the last one is
// marked: a file that was changed, or cut off, is never taken for a whole one.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { StartProblem } from '#kernel/start-problem.ts'

/** Loaded when something is first encrypted or read: its curves take six megabytes, and most gateways never do either. */
const age = () => import('age-encryption')

/** What closes a backup. `workFactor`: of the hash of the passphrase, as a power of two; absent: what a passphrase of people needs. */
export type Lock = { recipients: readonly string[] } | { passphrase: string; workFactor?: number }
/** What opens it. */
export type Key = { identities: readonly string[] } | { passphrase: string }

export async function encrypted(source: Readable, lock: Lock): Promise<Readable> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  if ('passphrase' in lock) {
    encrypter.setPassphrase(lock.passphrase)
    if (lock.workFactor !== undefined) encrypter.setScryptWorkFactor(lock.workFactor)
  } else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  return nodeStream(await encrypter.encrypt(webStream(source)))
}

/** Throws a StartProblem where the key does not open it. A stream that was damaged breaks with one. */
export async function decrypted(source: Readable, key: Key, file: string, what = 'backup'): Promise<Readable> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(webStream(source)).catch(error => {
    source.destroy()
    throw refusal(error, key, file, what)
  })
  return nodeStream(plain)
}

/** A new pair; the identity opens what was encrypted to the recipient. */
export async function newPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The first that nothing can be encrypted to; null: there is none. */
export async function wrongRecipientIn(recipients: readonly string[]): Promise<number | null> {
  const { Encrypter } = await age()
  const wrong = recipients.findIndex(one => {
    try {
      new Encrypter().addRecipient(one)
      return false
    } catch {
      return true
    }
  })
  return wrong < 0 ? null : wrong
}

const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/

/** The identities in a file as age keeps them, with its comments. */
export const identitiesIn = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => IDENTITY.test(line))

const OF_ANOTHER_KEY = /no identity matched/

function refusal(error: Error, key: Key, file: string, what: string): Error {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new StartProblem(`There is no file ${file}.`)
  if (!OF_ANOTHER_KEY.test(error.message))
    return new StartProblem(`${file} is no ${what} of Porteira, or its beginning is damaged (${error.message}).`)
  return new StartProblem(
    'passphrase' in key
      ? `This passphrase does not open ${file}.`
      : `This identity does not open ${file}: it was encrypted to another one, or under a passphrase.`,
  )
}

const webStream = (source: Readable) => Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>
const nodeStream = (source: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(source as unknown as ReadableStream<Uint8Array>)
