// The period and the page that every list of the Central Bank's API takes, and the `parametros` that it answers with.
import { Type } from 'typebox'
import type { Refused, Violacao } from '../refused.ts'

const PaginationQuery = {
  'paginacao.paginaAtual': Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  'paginacao.itensPorPagina': Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
}

export const PeriodQuery = Type.Object({
  inicio: Type.String({ format: 'date-time' }),
  fim: Type.String({ format: 'date-time' }),
  ...PaginationQuery,
})

interface PeriodAsked {
  inicio: string
  fim: string
  'paginacao.paginaAtual'?: number
  'paginacao.itensPorPagina'?: number
}

export interface Page {
  /** Both ends belong to the period, in milliseconds. */
  from: number
  to: number
  number: number
  size: number
  offset: number
  slice<T>(all: T[]): T[]
}

export function readPage(query: PeriodAsked, refuse: (violacoes: Violacao[]) => Refused): Page {
  const from = Date.parse(query.inicio)
  const to = Date.parse(query.fim)
  if (Number.isNaN(from)) throw refuse([{ razao: NO_INSTANT, propriedade: 'inicio', valor: query.inicio }])
  if (Number.isNaN(to)) throw refuse([{ razao: NO_INSTANT, propriedade: 'fim', valor: query.fim }])
  if (to < from) throw refuse([{ razao: 'O fim é anterior ao inicio.', propriedade: 'fim', valor: query.fim }])
  const number = query['paginacao.paginaAtual'] ?? 0
  const size = query['paginacao.itensPorPagina'] ?? 100
  const offset = number * size
  return { from, to, number, size, offset, slice: all => all.slice(offset, offset + size) }
}

/** The filters of `cpf` and `cnpj` exclude each other. */
export function refuseBoth(query: { cpf?: string; cnpj?: string }, refuse: (violacoes: Violacao[]) => Refused): void {
  if (query.cpf === undefined || query.cnpj === undefined) return
  throw refuse([{ razao: 'Informe cpf ou cnpj, nunca ambos.', propriedade: 'cnpj', valor: query.cnpj }])
}

export interface Paginacao {
  paginaAtual: number
  itensPorPagina: number
  quantidadeDePaginas: number
  quantidadeTotalDeItens: number
}

export function paginationOf({ number, size }: Page, total: number): Paginacao {
  return {
    paginaAtual: number,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(total / size)),
    quantidadeTotalDeItens: total,
  }
}

/** The question repeated, with the page in its own object, and the agreement in that of the receiver. */
export function parametros({ convenio, ...query }: object & { convenio?: string }, paginacao: Paginacao): object {
  const asked = Object.entries(query).filter(([name]) => !name.startsWith('paginacao.'))
  return { ...Object.fromEntries(asked), ...(convenio !== undefined && { recebedor: { convenio } }), paginacao }
}

const NO_INSTANT = 'O instante não existe.'
