// How a password is kept: argon2id with OWASP's parameters (19 MiB, two passes), written in the usual "$argon2id$" text, so
// that stronger parameters can be chosen later without losing anybody's password.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive: (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer> = promisify(argon2)

const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

const KEPT = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive('argon2id', {
    message: normalised(password),
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`
}

/** False also for a text that is no hash of ours. */
export async function verifyPassword(kept: string, password: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, hash] = KEPT.exec(kept) ?? []
  if (salt === undefined || hash === undefined) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive('argon2id', {
    message: normalised(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

// The same password typed on two keyboards may arrive as different code points.
const normalised = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
