// The commands of what is handed over to authorities.

import { systemClock, systemRandom } from '#kernel/time.ts'
import { ownSigningKey } from '#legal-request/signing/own-key.ts'
import type { Command, Given, Voice } from '../commands.ts'
import type { CommandInfrastructure } from '../infrastructure.ts'
import { verify } from './verify.ts'

const TEXT = { type: 'string' } as const

export const LEGAL_REQUEST_COMMANDS: readonly Command[] = [
  {
    words: ['legal-request', 'verify'],
    positional: 'file',
    options: { identity: TEXT, 'passphrase-file': TEXT, 'public-key': TEXT, json: { type: 'boolean' } },
    usage:
      'porteira legal-request verify <file> [--public-key <PEM>] [--passphrase-file <file> | --identity <file>] [--json]',
    summary:
      'verifies an archive that was handed over: every file, the counts and the signature; without a database, also of another gateway',
    accepts: ({ file, identity, 'passphrase-file': passphrase }) =>
      file !== undefined && (identity === undefined || passphrase === undefined),
    runApart: verify,
  },
  {
    words: ['legal-request', 'key'],
    options: {},
    usage: 'porteira legal-request key',
    summary: 'shows the public key by which this gateway signs what it hands over',
    run: showKey,
  },
]

async function showKey({ db, secretBox }: CommandInfrastructure, _given: Given, { print }: Voice): Promise<boolean> {
  const { publicKey, fingerprint } = await ownSigningKey({ db, secretBox, clock: systemClock, random: systemRandom })
  print(`${publicKey}SHA-256 ${fingerprint}\n`)
  return true
}
