// The bytes of an archive. They are made twice from the same snapshot: first to know the size, the hash, the count and the sums of each file, which
// stand before it; then to be written. So nothing has to be kept in between, however much there is.
import { createHash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { headerOf, rowsText } from '#http/response/csv.ts'
import type { Centavos } from '#kernel/money.ts'
import { recordPages } from '../records/read-store.ts'
import { csvColumns, jsonName, jsonOf, type RecordRow, type RecordSet } from '../records/record-set.ts'
import type { FileFacts } from './manifest.ts'
import { TAR_END, tarHead, tarPadding } from './tar.ts'

/** Of one kind of records, those that are meant. */
export interface Meant {
  set: RecordSet
  where: Sql
}

/** A file that is short. */
export interface ShortFile {
  name: string
  bytes: Buffer
}

export interface Watch {
  /** Called for each page of records; throws where this is to end. */
  read(rows: number): Promise<void>
}

/** Of both files of one kind of records. */
export interface Measured {
  meant: Meant
  records: number
  csv: FileFacts
  jsonl: FileFacts
}

export const factsOf = ({ name, bytes }: ShortFile): FileFacts => ({
  name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  records: null,
  sums: new Map(),
})

export async function measure(db: Queryable, meant: Meant, watch: Watch): Promise<Measured> {
  const { set, where } = meant
  const csv = measuring(`${set.name}.csv`)
  const jsonl = measuring(`${set.name}.jsonl`)
  const summed = set.fields.filter(({ kind }) => kind === 'money')
  const sums = new Map(summed.map(field => [jsonName(field), 0n as Centavos]))
  let records = 0
  csv.add(csvHead(set))
  for await (const page of recordPages(db, set, where)) {
    await watch.read(page.length)
    csv.add(csvRows(set, page))
    jsonl.add(jsonRows(set, page))
    records += page.length
    for (const field of summed)
      sums.set(
        jsonName(field),
        page.reduce((sum, row) => sum + amountIn(row, field.name), sums.get(jsonName(field)) ?? 0n) as Centavos,
      )
  }
  const counted = { records, sums }
  return { meant, records, csv: { ...csv.end(), ...counted }, jsonl: { ...jsonl.end(), ...counted } }
}

const amountIn = (row: RecordRow, name: string): bigint => {
  const amount = row[name]
  return typeof amount === 'bigint' ? amount : 0n
}

function measuring(name: string) {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add(chunk: Buffer) {
      hash.update(chunk)
      bytes += chunk.length
    },
    end: () => ({ name, bytes, sha256: hash.digest('hex') }),
  }
}

export interface Contents {
  short: readonly ShortFile[]
  measured: readonly Measured[]
  at: Date
}

/** As a tar. */
export async function* tarOf(db: Queryable, { short, measured, at }: Contents, watch: Watch): AsyncGenerator<Buffer> {
  for (const { name, bytes } of short) {
    yield tarHead({ name, bytes: bytes.length, at })
    yield bytes
    yield tarPadding(bytes.length)
  }
  for (const { meant, csv, jsonl } of measured) {
    yield* fileOf(csv, at, csvBytes(db, meant, watch))
    yield* fileOf(jsonl, at, jsonBytes(db, meant, watch))
  }
  yield TAR_END
}

async function* fileOf(file: FileFacts, at: Date, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const made = measuring(file.name)
  yield tarHead({ ...file, at })
  for await (const chunk of chunks) {
    made.add(chunk)
    yield chunk
  }
  if (made.end().sha256 !== file.sha256) throw new Error(`${file.name} was read differently twice in one snapshot`)
  yield tarPadding(file.bytes)
}

async function* csvBytes(db: Queryable, { set, where }: Meant, watch: Watch): AsyncGenerator<Buffer> {
  yield csvHead(set)
  for await (const page of recordPages(db, set, where)) {
    await watch.read(page.length)
    yield csvRows(set, page)
  }
}

async function* jsonBytes(db: Queryable, { set, where }: Meant, watch: Watch): AsyncGenerator<Buffer> {
  for await (const page of recordPages(db, set, where)) {
    await watch.read(page.length)
    yield jsonRows(set, page)
  }
}

const csvHead = (set: RecordSet) => Buffer.from(headerOf(csvColumns(set), 'br'))
const csvRows = (set: RecordSet, page: RecordRow[]) => Buffer.from(rowsText(csvColumns(set), page, 'br'))
const jsonRows = (set: RecordSet, page: RecordRow[]) => Buffer.from(page.map(row => `${jsonOf(set, row)}\n`).join(''))
