// Opens a backup: what it says of itself, or all of it. What was cut off or changed ends with an error and never with fewer files.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry as Entry } from 'modern-tar'
import { unpackTar } from 'modern-tar/fs'
import { StartProblem } from '#kernel/start-problem.ts'
import { ABOUT } from './archive.ts'
import { type BackupDescription, descriptionIn } from './description.ts'
import { decrypted, type Key } from './encryption.ts'

const OWNER_ONLY = 0o600
const OWNERS_FOLDER = 0o700

/** Throws a StartProblem where the key does not open it, or where it is no backup. */
export async function readAbout(file: string, key: Key): Promise<BackupDescription> {
  const plain = await decrypted(createReadStream(file), key, file)
  const archive = plain.pipe(createZstdDecompress())
  plain.on('error', error => archive.destroy(error))
  try {
    const bytes = Readable.toWeb(archive) as ReadableStream<Uint8Array>
    for await (const { header, body } of bytes.pipeThrough<Entry>(createTarDecoder({ strict: true })))
      return descriptionIn(header.name === ABOUT ? await new Response(body).text() : '', file)
  } catch (error) {
    throw explained(error, file)
  } finally {
    plain.destroy()
    archive.destroy()
  }
  return descriptionIn('', file)
}

/** Throws a StartProblem. What it has written by then stays there. */
export async function unpack(
  { file, key, leaving }: { file: string; key: Key; leaving: AbortSignal },
  into: string,
): Promise<void> {
  const plain = await decrypted(createReadStream(file), key, file)
  const files = unpackTar(into, {
    strict: true,
    fmode: OWNER_ONLY,
    dmode: OWNERS_FOLDER,
    filter: ({ name }) => name !== ABOUT,
  })
  try {
    await pipeline(plain, createZstdDecompress(), files, { signal: leaving })
  } catch (error) {
    throw explained(error, file)
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

export function explained(error: unknown, file: string): unknown {
  const { code = '', name, message } = error as NodeJS.ErrnoException
  if (error instanceof StartProblem || name === 'AbortError') return error
  if (NO_ROOM.has(code)) return new StartProblem('The disk is full: the database of this backup does not fit there.')
  if (/^E[A-Z]+$/.test(code)) return error
  return new StartProblem(`${file} is damaged, or was cut off (${message}).`, { cause: error })
}
