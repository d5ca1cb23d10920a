// What the bank has of recurrences and their debits, as a client of its API reads it.
import assert from 'node:assert/strict'
import { addBusinessDays, businessDayFrom } from '#kernel/calendar/business-days.ts'
import { addDays, dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import type { TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'

type Bank = Pick<TestGateway, 'bankUrl'>
export type AsClient = (path: string) => Promise<Answer>

export async function clientOf({ bankUrl }: Bank): Promise<AsClient> {
  const basic = `Basic ${Buffer.from('porteira:sandbox-secret').toString('base64')}`
  const body = { grant_type: 'client_credentials' }
  const token = await call(bankUrl, 'POST', '/oauth/token', { body, headers: { authorization: basic } })
  const headers = { authorization: `Bearer ${token.body.access_token}` }
  return path => call(bankUrl, 'GET', path, { headers })
}

const PAGE = 1_000

/** Everything of a list, whenever it was made. */
async function allOf<T>(get: AsClient, path: string, name: string): Promise<T[]> {
  const found: T[] = []
  for (let page = 0; ; page++) {
    const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z'
    const paging = `paginacao.paginaAtual=${page}&paginacao.itensPorPagina=${PAGE}`
    const { status, body, text } = await get(`${path}?${period}&${paging}`)
    assert.equal(status, 200, text)
    found.push(...body[name])
    if (body[name].length < PAGE) return found
  }
}

/** The states of the recurrences of a contract. */
export async function recsAtBank(get: AsClient, contrato: string): Promise<string[]> {
  const recs = await allOf<{ status: string; vinculo: { contrato: string } }>(get, '/v2/rec', 'recs')
  return recs.filter(({ vinculo }) => vinculo.contrato === contrato).map(({ status }) => status)
}

export interface DebitAtBank {
  txid: string
  idRec: string
  status: string
  dueOn: LocalDate
  adjusts: boolean
  orderedAt: Date
}

export async function debitsAtBank(get: AsClient): Promise<DebitAtBank[]> {
  const cobrs = await allOf<Answer['body']>(get, '/v2/cobr', 'cobsr')
  return cobrs.map(({ txid, idRec, status, calendario, ajusteDiaUtil, atualizacao }) => ({
    txid,
    idRec,
    status,
    dueOn: calendario.dataDeVencimento,
    adjusts: ajusteDiaUtil,
    orderedAt: new Date(atualizacao[0].data),
  }))
}

/** No order was early for a bank that counts calendar days, nor late for one that counts business days. */
export async function assertOrderedInTime(get: AsClient, min: number): Promise<void> {
  const ordered = await debitsAtBank(get)
  assert.ok(ordered.length >= min, `${ordered.length} debits at the bank`)
  for (const { txid, dueOn, adjusts, orderedAt } of ordered) {
    const settlesOn = adjusts ? businessDayFrom(dueOn) : dueOn
    assert.ok(orderedAt >= timeOn(addDays(settlesOn, -10), 0), `${txid}, due on ${dueOn}, was early`)
    assert.ok(orderedAt <= timeOn(addDays(dueOn, -3), 20), `${txid}, due on ${dueOn}, was late`)
    assert.ok(
      dateAt(orderedAt) <= addBusinessDays(settlesOn, -3),
      `${txid}, due on ${dueOn}, was late in business days`,
    )
  }
}
