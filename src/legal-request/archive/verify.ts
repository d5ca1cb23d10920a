// Verifies an archive as whoever has received it: every file against the manifest, its records and sums counted anew, and the manifest against its
// signature. It needs neither a gateway nor a database, and holds nothing but a line and the manifest.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { StartProblem } from '#kernel/start-problem.ts'
import { isSignedBy, publicKeyIn } from '../signing/key.ts'
import { type ListedFile, MANIFEST, type Manifest, manifestIn, SIGNATURE } from './manifest.ts'

export interface Verifying {
  file: string
  /** Opens it; null: whoever verifies it has opened it before. */
  decrypted: ((source: Readable) => Promise<Readable>) | null
  /** PEM; null: the key that the archive names itself, which proves no more than that it is whole. */
  publicKey: string | null
}

export interface Verified {
  manifest: Manifest
  manifestSha256: string
  /** Of the key that has signed it. */
  fingerprint: string
}

/** Throws a StartProblem that names the file in which something is wrong. */
export async function verifyArchive({ file, decrypted, publicKey }: Verifying): Promise<Verified> {
  const found = await entriesOf(file, await tarIn(file, decrypted)).catch(error => {
    throw explained(error, file)
  })
  const manifestBytes = found.kept.get(MANIFEST)
  const signature = found.kept.get(SIGNATURE)
  if (manifestBytes === undefined) throw wrong(MANIFEST, 'it is missing')
  if (signature === undefined) throw wrong(SIGNATURE, 'it is missing')
  const manifest = manifestIn(manifestBytes.toString())
  if (manifest === null) throw wrong(MANIFEST, 'it is no manifest of an archive')
  const key = publicKeyIn(publicKey ?? manifest.assinatura.chave_publica)
  if (key === null)
    throw new StartProblem('What was given as the public key is none: a PEM of an Ed25519 key was expected.')
  if (!isSignedBy(key.key, manifestBytes, signature))
    throw wrong(MANIFEST, 'it was not signed by this key, or was changed after that')
  compare(manifest, found.files)
  return {
    manifest,
    manifestSha256: createHash('sha256').update(manifestBytes).digest('hex'),
    fingerprint: key.fingerprint,
  }
}

const wrong = (name: string, what: string) => new StartProblem(`${name}: ${what}.`)

const AGE = 'age-encryption.org/'

async function tarIn(file: string, decrypted: Verifying['decrypted']): Promise<Readable> {
  const head = await headOf(file)
  const isEncrypted = head.toString('latin1').startsWith(AGE)
  if (isEncrypted && decrypted === null)
    throw new StartProblem(`${file} is encrypted: --passphrase-file or --identity opens it.`)
  const source = createReadStream(file)
  const plain = isEncrypted && decrypted !== null ? await decrypted(source) : source
  if (!isEncrypted && !isGzip(head)) return plain
  const unpacked = createGunzip()
  plain.on('error', error => unpacked.destroy(error))
  return plain.pipe(unpacked)
}

const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch(error => {
    throw new StartProblem(`${file} cannot be read (${error.code}).`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

interface Found {
  files: Map<string, Counted>
  /** Those that are short and needed whole. */
  kept: Map<string, Buffer>
}

async function entriesOf(file: string, tar: Readable): Promise<Found> {
  const found: Found = { files: new Map(), kept: new Map() }
  const bytes = Readable.toWeb(tar) as ReadableStream<Uint8Array>
  for await (const { header, body } of bytes.pipeThrough<ParsedTarEntry>(createTarDecoder({ strict: true }))) {
    const { name } = header
    if (found.files.has(name) || found.kept.has(name)) throw wrong(name, `it is in ${file} twice`)
    if (name === MANIFEST || name === SIGNATURE)
      found.kept.set(name, Buffer.from(await new Response(body).arrayBuffer()))
    else found.files.set(name, await count(name, body))
  }
  return found
}

interface Counted {
  bytes: number
  sha256: string
  records: number | null
  sums: Map<string, bigint>
}

async function count(name: string, body: AsyncIterable<Uint8Array>): Promise<Counted> {
  const hash = createHash('sha256')
  const lines = name.endsWith('.jsonl') ? linesOf(name) : null
  let bytes = 0
  for await (const chunk of body) {
    hash.update(chunk)
    bytes += chunk.length
    lines?.add(chunk)
  }
  return { bytes, sha256: hexOf(hash), records: lines?.records() ?? null, sums: lines?.sums ?? new Map() }
}

const hexOf = (hash: Hash) => hash.digest('hex')

function linesOf(name: string) {
  const decoder = new TextDecoder()
  const sums = new Map<string, bigint>()
  let [rest, records] = ['', 0]
  return {
    sums,
    records: () => records,
    add(chunk: Uint8Array) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        records++
        for (const [field, value] of Object.entries(recordIn(name, line)))
          if (field.endsWith('_centavos') && typeof value === 'number')
            sums.set(field, (sums.get(field) ?? 0n) + BigInt(value))
      }
    },
  }
}

function recordIn(name: string, line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    throw wrong(name, 'a line of it is no record')
  }
}

function compare({ arquivos }: Manifest, files: Map<string, Counted>): void {
  for (const listed of arquivos) {
    const counted = files.get(listed.nome)
    if (counted === undefined) throw wrong(listed.nome, 'it is missing')
    compareOne(listed, counted)
  }
  const names = new Set(arquivos.map(({ nome }) => nome))
  for (const name of files.keys()) if (!names.has(name)) throw wrong(name, 'the manifest does not name it')
}

function compareOne({ nome, bytes, sha256, registros, somas = {} }: ListedFile, counted: Counted): void {
  if (counted.bytes !== bytes || counted.sha256 !== sha256)
    throw wrong(nome, 'it is not what the manifest names: it was changed')
  if (counted.records === null) return
  if (counted.records !== registros)
    throw wrong(nome, `it has ${counted.records} records, the manifest says ${registros}`)
  for (const [field, sum] of Object.entries(somas))
    if ((counted.sums.get(field) ?? 0n) !== BigInt(sum))
      throw wrong(nome, `${field} sums up to another amount than the manifest says`)
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof StartProblem) return error
  return new StartProblem(`${file} is damaged, or was cut off (${(error as Error).message}).`, { cause: error })
}
