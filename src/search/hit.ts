// What a search shows of one thing: enough to know it again, and to go there.
import type { Centavos } from '#kernel/money.ts'
import type { Kind, Reason } from './match-store.ts'

export interface Hit {
  kind: Kind
  accountId: number
  id: bigint
  uuid: string | null
  /** Whom or what it is about: a customer, a PIX key, an account. */
  title: string
  /** What else distinguishes it. */
  detail: string | null
  amount: Centavos | null
  status: string | null
  at: Date
  saleUuid: string | null
  endToEndId: string | null
}

export interface Found extends Hit {
  by: Reason
  accountName: string | null
}

export interface Group {
  kind: Kind
  hits: Found[]
  /** There are others beside these. */
  more: boolean
  /** Nothing older was left out of the search. */
  complete: boolean
}
