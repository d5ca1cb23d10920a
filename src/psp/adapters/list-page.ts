// One page of a PSP's list: the query for it, and the entries of its answer. An unreadable entry is named; an answer that may
// be another page, or no list at all, is unknown and never an empty one.
import { createHash } from 'node:crypto'
import type { Reply } from '../client/http.ts'
import type { Listed, Outcome, Period } from '../port.ts'
import { fields, outcomeOf, text } from './reply.ts'

export const DEFAULT_PAGE = 100

export function listQuery({ from, to }: Period, page: number, itemsPerPage: number): string {
  return String(
    new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(itemsPerPage),
    }),
  )
}

export interface PageAsked<T> {
  page: number
  itemsPerPage: number
  read: (entry: unknown) => T | null
  /** Entries of other owners that the PSP lists as well. */
  isForeign?: (entry: unknown) => boolean
  /** Where the entries are in an answer that is not a list of Pix. */
  entriesIn?: (body: unknown) => unknown
  /** Parts of a readable entry that could not be read. */
  unreadWithin: (entry: unknown) => number
}

export const listedOf = <T>(reply: Reply, asked: PageAsked<T>): Outcome<Listed<T>> =>
  outcomeOf(reply, body => readPage(body, asked))

function readPage<T>(body: unknown, asked: PageAsked<T>): Listed<T> | null {
  const paging = fields(fields(fields(body).parametros).paginacao)
  const given = asked.entriesIn === undefined ? fields(body).pix : asked.entriesIn(body)
  const entries = given ?? (paging.quantidadeTotalDeItens === 0 ? [] : null)
  const isAnotherPage = typeof paging.paginaAtual === 'number' && paging.paginaAtual !== asked.page
  if (!Array.isArray(entries) || isAnotherPage) return null
  const own = entries.filter(entry => asked.isForeign?.(entry) !== true)
  const read = own.map(entry => ({ entry, item: asked.read(entry) }))
  return {
    items: read.flatMap(({ item }) => item ?? []),
    unread: read.flatMap(({ entry, item }) => (item === null ? [nameOf(entry)] : namesWithin(entry, asked))),
    more: hasMore(paging, asked, entries.length),
  }
}

const MAX_NAME = 80

/** By which a person finds the entry in the PSP's own statement; otherwise by which it differs from others. */
function nameOf(entry: unknown): string {
  const { endToEndId, e2eId, idEnvio, txid, idRec } = fields(entry)
  const id = text(endToEndId) ?? text(e2eId) ?? text(idEnvio) ?? text(txid) ?? text(idRec)
  const hash = () => createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 16)
  return id === null ? `without an id, ${hash()}` : id.slice(0, MAX_NAME)
}

const namesWithin = (entry: unknown, { unreadWithin }: PageAsked<unknown>): string[] =>
  Array.from({ length: unreadWithin(entry) }, (_, n) => `return ${n + 1} of ${nameOf(entry)}`)

/** A PSP that counts neither pages nor items has more as long as it fills its pages. */
function hasMore(paging: Record<string, unknown>, asked: PageAsked<unknown>, found: number): boolean {
  const { quantidadeDePaginas: pages, quantidadeTotalDeItens: items, itensPorPagina } = paging
  if (typeof pages === 'number') return asked.page + 1 < pages
  // Its pages may be shorter than requested.
  const size = typeof itensPorPagina === 'number' ? itensPorPagina : asked.itemsPerPage
  return typeof items === 'number' ? (asked.page + 1) * size < items : found >= size
}
