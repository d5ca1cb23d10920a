// One page of a PSP's list: how it is asked for, and what its answer holds. An entry that cannot be read is counted; an
// answer that may be another page, or no list at all, is unknown and never an empty one.
import type { Reply } from './http.ts'
import type { Listed, Outcome, Period } from './port.ts'
import { fields, outcomeOf } from './reply.ts'

export const USUAL_PAGE = 100

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
  /** What an entry holds that could not be read, where the entry itself could. */
  unreadWithin: (entry: unknown) => number
}

export const listedOf = <T>(reply: Reply, asked: PageAsked<T>): Outcome<Listed<T>> =>
  outcomeOf(reply, body => readPage(body, asked))

function readPage<T>(body: unknown, asked: PageAsked<T>): Listed<T> | null {
  const paging = fields(fields(fields(body).parametros).paginacao)
  const entries = fields(body).pix ?? (paging.quantidadeTotalDeItens === 0 ? [] : null)
  const isAnotherPage = typeof paging.paginaAtual === 'number' && paging.paginaAtual !== asked.page
  if (!Array.isArray(entries) || isAnotherPage) return null
  const read = entries.map(entry => ({ entry, item: asked.read(entry) }))
  return {
    items: read.flatMap(({ item }) => item ?? []),
    unread: read.reduce((sum, { entry, item }) => sum + (item === null ? 1 : asked.unreadWithin(entry)), 0),
    more: hasMore(paging, asked, entries.length),
  }
}

/** A PSP that counts neither pages nor items has more as long as it fills its pages. */
function hasMore(paging: Record<string, unknown>, asked: PageAsked<unknown>, found: number): boolean {
  const { quantidadeDePaginas: pages, quantidadeTotalDeItens: items, itensPorPagina } = paging
  if (typeof pages === 'number') return asked.page + 1 < pages
  // It may hold its pages shorter than they were asked for.
  const size = typeof itensPorPagina === 'number' ? itensPorPagina : asked.itemsPerPage
  return typeof items === 'number' ? (asked.page + 1) * size < items : found >= size
}
