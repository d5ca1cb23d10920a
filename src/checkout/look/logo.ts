// A logo as it is taken from a seller. What is stored and served was written by the gateway, not by who has uploaded it.
import { createHash } from 'node:crypto'
import { type Failure, invalid } from '#kernel/failure.ts'
import { isPng, rewritePng } from './png.ts'
import { isWebp, rewriteWebp } from './webp.ts'

export interface Logo {
  bytes: Buffer
  hash: string
  type: 'image/png' | 'image/webp'
  width: number
  height: number
}

export const MAX_LOGO_BYTES = 64 * 1024
const MAX_SIDE = 1_024

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** `image`: the file in base64. */
export async function logoIn(image: string): Promise<Logo | Failure> {
  if (image === '' || !BASE64.test(image)) return invalid('image', 'a file in base64')
  const file = Buffer.from(image, 'base64')
  if (file.length > MAX_LOGO_BYTES) return invalid('image', 'a file of at most 64 KiB')
  if (isPng(file)) return logoOf('image/png', await rewritePng(file, MAX_SIDE))
  if (isWebp(file)) return logoOf('image/webp', rewriteWebp(file, MAX_SIDE))
  return invalid('image', 'a PNG or WebP file')
}

function logoOf(type: Logo['type'], picture: Awaited<ReturnType<typeof rewritePng>>): Logo | Failure {
  if (picture === null) return invalid('image', `one whole picture of at most ${MAX_SIDE} by ${MAX_SIDE} pixels`)
  return { ...picture, type, hash: createHash('sha256').update(picture.bytes).digest('hex') }
}
