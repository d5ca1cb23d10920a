// The commands of backups.
import { newPair } from '#backup/encryption.ts'
import { createPrivateFile } from '#config/private-file.ts'
import type { Command, Given, Voice } from '../commands.ts'
import { follow } from './follow.ts'
import { isCount, isMoment, isOneOf } from './options.ts'
import { restore } from './restore.ts'
import { backUp } from './take.ts'
import { verify } from './verify.ts'

const TEXT = { type: 'string' } as const
const FLAGS = { stopped: { type: 'boolean' }, json: { type: 'boolean' } } as const
const CLOSED = '(--recipient <age1...>[,...] | --passphrase-file <file>)'
const OPENED = '(--identity <file> | --passphrase-file <file>)'

/** Those with more words first, since the others begin them. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    words: ['backup', 'key'],
    options: { to: TEXT },
    usage: 'porteira backup key --to <file>',
    summary:
      'makes the identity that opens backups, in a file to be kept elsewhere, and shows the recipient that closes them',
    accepts: ({ to }) => to !== undefined,
    runApart: makeKey,
  },
  {
    words: ['backup', 'verify'],
    positional: 'file',
    options: { identity: TEXT, 'passphrase-file': TEXT, scratch: TEXT, programs: TEXT, json: { type: 'boolean' } },
    usage: `porteira backup verify <file> ${OPENED} [--scratch <folder>] [--programs <folder>] [--json]`,
    summary:
      'restores a backup into a scratch place, starts PostgreSQL on it, lets the doctor read it, and removes it again',
    accepts: ({ file, identity, 'passphrase-file': passphrase }) => file !== undefined && isOneOf(identity, passphrase),
    runApart: verify,
  },
  {
    words: ['backup', 'follow'],
    options: { to: TEXT, recipient: TEXT },
    usage: 'porteira backup follow --to <folder> --recipient <age1...>[,...]',
    summary:
      'receives the log of all changes beside the backups in this folder, until it is ended, so that one can be brought to any moment after it',
    accepts: ({ to, recipient }) => to !== undefined && recipient !== undefined,
    runApart: follow,
  },
  {
    words: ['backup'],
    options: { to: TEXT, recipient: TEXT, 'passphrase-file': TEXT, keep: TEXT, ...FLAGS },
    usage: `porteira backup --to <folder> ${CLOSED} [--keep <number>] [--stopped] [--json]`,
    summary:
      'copies the whole database while the gateway works, encrypted, without its keys; of the backups there the newest are kept; with --stopped also while it does not',
    accepts: ({ to, recipient, 'passphrase-file': passphrase, keep }) =>
      to !== undefined && isOneOf(recipient, passphrase) && isCount(keep),
    // The copy takes its time, and a gateway that is to start must not wait for it.
    onlyRunning: ({ stopped }) => stopped !== true,
    run: backUp,
  },
  {
    words: ['restore'],
    positional: 'file',
    options: { identity: TEXT, 'passphrase-file': TEXT, log: TEXT, until: TEXT, into: TEXT, programs: TEXT },
    usage: `porteira restore <file> ${OPENED} [--log <folder> [--until <moment>]] [--into <folder> --programs <folder>]`,
    summary:
      'puts a backup into an empty DATA_DIR, or --into an empty folder for a server of your own; the gateway then starts in recovery',
    accepts: ({ file, identity, 'passphrase-file': passphrase, log, until, into, programs }) =>
      file !== undefined &&
      isOneOf(identity, passphrase) &&
      isMoment(until) &&
      (until === undefined || log !== undefined) &&
      (into === undefined) === (programs === undefined),
    runApart: restore,
  },
]

async function makeKey(_environment: unknown, { to }: Given, { print }: Voice): Promise<boolean> {
  const { identity, recipient } = await newPair()
  const file = String(to)
  if (!(await createPrivateFile(file, `# recipient: ${recipient}\n${identity}\n`))) {
    print(`${file} is there already. Nothing was changed.\n`)
    return false
  }
  print(`\n  Identity    ${file}   (opens backups: keep it elsewhere, twice)\n  Recipient   ${recipient}\n\n`)
  return true
}
