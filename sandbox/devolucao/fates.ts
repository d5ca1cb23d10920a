// What becomes of a return, decided by the name of the payer to whom it goes: one entry a fate, the last for everybody else. The
// names are declared in the kernel.
import { REFUND_PAYER_NAMES, type RefundPayer } from '#kernel/sandbox/outcomes.ts'
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

const FATE_OF: Record<RefundPayer, Omit<DevolucaoFate, 'prefix'>> = {
  Recusa: { after: 'latency', motivo: CLOSED },
  'Tarda e recusa': { after: SLOW_MS, motivo: CLOSED },
  Tarda: { after: SLOW_MS, motivo: null },
}

const FATES: readonly DevolucaoFate[] = [
  ...REFUND_PAYER_NAMES.map(name => ({ prefix: name.toLowerCase(), ...FATE_OF[name] })),
  { prefix: '', after: 'latency', motivo: null },
]

export const fateOf = (payerName: string): DevolucaoFate =>
  FATES.find(({ prefix }) => payerName.toLowerCase().startsWith(prefix)) as DevolucaoFate
