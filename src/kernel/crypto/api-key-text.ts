// What an API key looks like: "sk_live_", 26 random base 62 characters, 6 of checksum. Typos and leaked keys are recognised by
// the text alone. The private key itself is never kept, only its hash.
import { hash, timingSafeEqual } from 'node:crypto'
import { randomBase62, toBase62 } from '../ids.ts'
import type { RandomBytes } from '../time.ts'

export type KeyEnvironment = 'live' | 'test'
export type KeySide = 'pk' | 'sk'
export type KeyPair = { publicKey: string; privateKey: string }

const RANDOM_CHARACTERS = 26
const CHECKSUM_CHARACTERS = 6
const CHECKSUMS = 62n ** BigInt(CHECKSUM_CHARACTERS)
const KEY_CHARACTERS = 'sk_live_'.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS
const KEY = /^(pk|sk)_(?:live|test)_[0-9A-Za-z]{32}$/

/** Two keys that share nothing: 154 random bits each. */
export function mintKeyPair(environment: KeyEnvironment, random: RandomBytes): KeyPair {
  return { publicKey: mintKey('pk', environment, random), privateKey: mintKey('sk', environment, random) }
}

/** Form and checksum only: whether the key was ever given out, the database knows. */
export function looksLikeKey(text: string, side: KeySide): boolean {
  if (text.length !== KEY_CHARACTERS || KEY.exec(text)?.[1] !== side) return false
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_CHARACTERS)))
}

/** A key has too many random bits to be guessed, so a plain hash keeps it: no salt, no slow hashing. */
export function hashPrivateKey(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Whether its hash is this one, in a time that depends on neither: digests are compared, which nobody can choose. */
export function isPrivateKey(text: string, keptHash: Buffer): boolean {
  const found = hashPrivateKey(text)
  return keptHash.length === found.length && timingSafeEqual(found, keptHash)
}

function mintKey(side: KeySide, environment: KeyEnvironment, random: RandomBytes): string {
  const unchecked = `${side}_${environment}_${randomBase62(RANDOM_CHARACTERS, random)}`
  return unchecked + checksum(unchecked)
}

function checksum(unchecked: string): string {
  const head = hash('sha256', unchecked, 'buffer').readBigUInt64BE()
  return toBase62(head % CHECKSUMS, CHECKSUM_CHARACTERS)
}
