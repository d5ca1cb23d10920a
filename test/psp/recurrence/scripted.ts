// A PSP of recurring PIX that gives the answers that a test writes down, in the order in which it is asked.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { openBcb } from '#psp/adapters/bcb.ts'
import { openEfi } from '#psp/adapters/efi.ts'
import type { Reply } from '#psp/client/http.ts'
import type { Outcome, Psp } from '#psp/port.ts'
import type { Recurrences } from '#psp/recurrence/port.ts'
import { inWords } from '../scripted-adapter.ts'

const RECEIVING_ACCOUNT = { branch: '0001', account: '1234567', type: 'CORRENTE' } as const

export interface Call {
  method: string
  path: string
  body: unknown
  headers: Record<string, string>
}

/** The last answer is given for ever. */
export function scripted(replies: Reply[], kind: 'bcb' | 'efi' = 'bcb', mtlsCallbacks = false) {
  const calls: Call[] = []
  const left = [...replies]
  const http = {
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      calls.push({ method, path, body, headers })
      return (left.length > 1 ? left.shift() : left[0]) as Reply
    },
    probe: async () => ({ kind: 'unknown' as const, reason: 'nobody' }),
    close: async () => {},
  }
  const open = kind === 'bcb' ? openBcb : openEfi
  const psp: Psp = open({ http, pixKey: 'key', mtlsCallbacks, receivingAccount: RECEIVING_ACCOUNT })
  return { psp, recurrences: psp.recurrences as Recurrences, calls, asked: () => calls.map(nameOf) }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

export const ok = (body: unknown, status = 200): Reply => ({ status, body })
export const refusal = (type: string, reason: string, propriedade = 'x', status = 400): Reply => ({
  status,
  body: {
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    title: 'Título',
    detail: 'Detalhe',
    violacoes: [{ razao: reason, propriedade }],
  },
})
export const absent = (type: string): Reply => ({
  status: 404,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: 'Não encontrado' },
})
export const silence: Reply = { status: null, reason: 'no answer in time' }

export const day = (text: string) => localDate(text) as LocalDate

export const ID_REC = 'RN9999000120261110AbCdEfGhIjK'
export const TXID = 't'.repeat(32)

export const rec = (more: object = {}) => ({
  idRec: ID_REC,
  status: 'CRIADA',
  vinculo: { contrato: 'PLANO-7', devedor: { cpf: '52998224725', nome: 'Ana Souza' } },
  loc: { id: 108 },
  ...more,
})
export const cobr = (more: object = {}) => ({
  txid: TXID,
  idRec: ID_REC,
  status: 'CRIADA',
  calendario: { criacao: '2026-12-03', dataDeVencimento: '2026-12-10' },
  valor: { original: '49.90' },
  ...more,
})

type Row = [sentence: string, replies: Reply[], expected: string, asked?: number]

/** A test for each row: the answers, the outcome in words, and after how many calls. */
export function plays<T>(
  rows: Row[],
  call: (replies: Reply[]) => { outcome: Promise<Outcome<T>>; asked: () => string[] },
  done: (value: T) => string,
) {
  for (const [sentence, replies, expected, asked] of rows)
    it(`${sentence}: ${expected}`, async () => {
      const { outcome, asked: calls } = call(replies)
      assert.equal(inWords(await outcome, done), expected)
      if (asked !== undefined) assert.equal(calls().length, asked)
    })
}

export const stateOf = ({ state }: { state: string }) => state
