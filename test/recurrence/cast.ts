// The recurrences of one test file, each by what it plays: made at once by one seller, and read here and at the bank.
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { atBank, offered } from './recurring.ts'

type Body = Answer['body']

export interface Cast<Kind extends string> {
  /** As its creation was answered. */
  made: Record<Kind, Body>
  path(kind: Kind, more?: string): string
  read(kind: Kind): Promise<Body>
  recAtBank(kind: Kind): Promise<Body>
  /** By when they were made. */
  debitsOf(kind: Kind): Promise<Body[]>
  firstOf(kind: Kind): Promise<Body>
  /** Those of its cycles, and that of its first payment. */
  salesOf(kind: Kind): Promise<Body[]>
}

/** `common`: what is asked for in each of them. */
export async function openCast<Kind extends string>(
  gateway: TestGateway,
  seller: Seller,
  kinds: Record<Kind, Record<string, unknown>>,
  common: Record<string, unknown>,
): Promise<Cast<Kind>> {
  const made = {} as Record<Kind, Body>
  for (const kind of Object.keys(kinds) as Kind[]) made[kind] = await offered(seller, { ...common, ...kinds[kind] })
  const path = (kind: Kind, more = '') => `/api/pix-automatico/${made[kind].idRec}${more}`
  const get = async (address: string) => (await seller.api('GET', address)).body
  const debitsOf = async (kind: Kind) => (await get(path(kind, '/cobrancas'))).data.toReversed()
  return {
    made,
    path,
    read: kind => get(path(kind)),
    recAtBank: kind => atBank(gateway, `/v2/rec/${made[kind].idRec}`),
    debitsOf,
    firstOf: async kind => (await debitsOf(kind))[0],
    salesOf: async kind => (await get(`/api/transactions?idRec=${made[kind].idRec}`)).data,
  }
}
