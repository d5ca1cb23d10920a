// Downloads of any length in constant memory: a page is read when the one before has been taken, and nothing of the database is
// held in between. A caller who goes away, takes nothing for a minute, or loses access meanwhile, ends the download.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Failure } from '#kernel/failure.ts'
import type { Caller } from '../route.ts'
import { type Column, type CsvFormat, headerOf, rowsText } from './csv.ts'

export interface Exports {
  /** Takes one of the account's places; throws where there is none. The taker gives it back. */
  take(accountId: number): Place
  /** A caller who reads nothing for this long is gone, even if the connection is still open. */
  silenceMs: number
  /** Whether the caller still has access. Checked before each page but the first, for which the guard has checked it. */
  stillLetIn: (caller: Caller) => Promise<boolean>
}

export interface Place {
  release(): void
}

/** Their refusals, for the routes' rules. */
export const EXPORT_FAILS = ['INVALID_DATA', 'RATE_LIMITED', 'OVERLOADED'] as const

/** The answer in OpenAPI. */
export const CSV_ANSWER = { content: { 'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) } } }

const RETRY_AFTER_SECONDS = 15

/** The bounds hold within this process. `expiryMs` is longer than a page may take. */
export function openExports(
  bounds: { perAccount: number; inAll: number } & Pick<Exports, 'silenceMs' | 'stillLetIn'>,
): Exports {
  const { perAccount, inAll, silenceMs, stillLetIn } = bounds
  const places = new Map<number, number>()
  let taken = 0
  return {
    silenceMs,
    stillLetIn,
    take(accountId) {
      const own = places.get(accountId) ?? 0
      const again = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      if (own >= perAccount)
        throw new Failure('RATE_LIMITED', `At most ${perAccount} exports of an account run at once`, again)
      if (taken >= inAll) throw new Failure('OVERLOADED', 'Too many exports are running at the moment', again)
      places.set(accountId, own + 1)
      taken++
      let isHeld = true
      return {
        release() {
          if (!isHeld) return
          isHeld = false
          taken--
          const left = (places.get(accountId) ?? 1) - 1
          if (left === 0) places.delete(accountId)
          else places.set(accountId, left)
        },
      }
    },
  }
}

export interface Csv<Row> {
  /** Without its ending: letters, digits and dashes. */
  name: string
  format: CsvFormat
  columns: readonly Column<Row>[]
  pages: AsyncIterable<Row[]>
}

/** What `prepare` refuses, or cannot do, is still answered as usual; what fails later breaks the answer off. */
export const sendCsv = <Row>(reply: FastifyReply, whose: ExportOwner, prepare: () => Promise<Csv<Row>>) =>
  sendExport(reply, whose, async () => {
    const csv = await prepare()
    return {
      fileName: `${csv.name}.csv`,
      contentType: 'text/csv; charset=utf-8; header=present',
      chunks: mayGoOn => chunksOf(csv, mayGoOn),
    }
  })

export interface ExportOwner {
  exports: Exports
  /** Whose place is taken. */
  accountId: number
}

/** A file of any form. */
export interface Download {
  fileName: string
  contentType: string
  /** Asks before each page but the first whether the caller still has access. */
  chunks: (mayGoOn: () => Promise<boolean>) => AsyncGenerator<Buffer>
}

export async function sendExport(
  reply: FastifyReply,
  { exports, accountId }: ExportOwner,
  prepare: () => Promise<Download>,
): Promise<FastifyReply> {
  const place = exports.take(accountId)
  try {
    return stream(reply, place, exports, await prepare())
  } catch (error) {
    place.release()
    throw error
  }
}

function stream(
  reply: FastifyReply,
  place: Place,
  { silenceMs, stillLetIn }: Exports,
  { fileName, contentType, chunks: chunksFor }: Download,
): FastifyReply {
  const { caller } = reply.request
  const mayGoOn = async () => caller !== null && (await stillLetIn(caller))
  const chunks = Readable.from(chunksFor(mayGoOn), { objectMode: false })
  const end = () => {
    chunks.destroy()
    place.release()
  }
  chunks.once('close', place.release)
  reply.raw.once('close', end)
  reply.raw.setTimeout(silenceMs)
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(chunks)
}

async function* chunksOf<Row>(
  { format, columns, pages }: Csv<Row>,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(headerOf(columns, format))
  let isFirst = true
  for await (const rows of pages) {
    if (!isFirst && !(await mayGoOn())) throw new Failure('FORBIDDEN', 'The caller is let in no more')
    isFirst = false
    if (rows.length > 0) yield Buffer.from(rowsText(columns, rows, format))
  }
}
