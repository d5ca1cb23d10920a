// Of a secret that stands in a link or a cookie only its hash is kept: a reader of the database opens nothing with it. The tokens
// are long and random, so that a plain hash does.
import { createHash } from 'node:crypto'
import type { RandomBytes } from '../time.ts'

/** 128 bits, as the part of a link. */
export const mintToken = (random: RandomBytes): string => random(TOKEN_BYTES).toString('base64url')

const TOKEN_BYTES = 16

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
