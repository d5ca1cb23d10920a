// What becomes of a return, decided by the name of the payer to whom it goes: one entry a fate, the last for everybody else.
import { SECOND_MS } from '#kernel/time.ts'

export interface DevolucaoFate {
  /** What the payer's name begins with, in any case. */
  prefix: string
  /** From the request on; 'latency' is the bank's own. */
  after: 'latency' | number
  /** Why it is not executed; null: it is. */
  motivo: string | null
}

const SLOW_MS = 5 * SECOND_MS
const CLOSED = 'A conta do pagador foi encerrada.'

const FATES: readonly DevolucaoFate[] = [
  { prefix: 'recusa', after: 'latency', motivo: CLOSED },
  { prefix: 'tarda e recusa', after: SLOW_MS, motivo: CLOSED },
  { prefix: 'tarda', after: SLOW_MS, motivo: null },
  { prefix: '', after: 'latency', motivo: null },
]

export const fateOf = (payerName: string): DevolucaoFate =>
  FATES.find(({ prefix }) => payerName.toLowerCase().startsWith(prefix)) as DevolucaoFate
