// Files as the archive that package managers take. The same files make the same bytes.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { packTar } from 'modern-tar'

/** Text by the name that it has in the archive. */
export type Files = Map<string, string>

/** As npm dates what it packs. */
const PACKED_AT = new Date('1985-10-26T08:15:00.000Z')
const FILE = 0o644
const PROGRAM = 0o755

export async function archiveOf(folder: string, files: Files): Promise<Uint8Array> {
  const entries = [...files].map(([name, body]) => ({
    header: {
      name: `${folder}/${name}`,
      size: Buffer.byteLength(body),
      mode: body.startsWith('#!') ? PROGRAM : FILE,
      mtime: PACKED_AT,
    },
    body,
  }))
  return promisify(gzip)(await packTar(entries), { level: 9 })
}
