// Of a secret that stands in a link or a cookie only its hash is kept: a reader of the database opens nothing with it. The tokens
// are long and random, so that a plain hash does.
import { createHash } from 'node:crypto'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
