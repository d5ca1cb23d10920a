// A payer disputes a Pix, and the bank decides; either because a person says so, or by the name of the payer. The names are declared in the kernel.
import { type Centavos, parseReais, toReais, ZERO } from '#kernel/money.ts'
import { DISPUTE_PAYER_NAMES, DISPUTE_PAYERS, startOf } from '#kernel/sandbox/outcomes.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { beginDevolucao } from '../devolucao/devolve.ts'
import { promisedOf } from '../devolucao/store.ts'
import { findPix, type Pix } from '../pix/store.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { endInfracao, findInfracao, type Infracao, insertInfracao } from './store.ts'

export interface OpenRequest {
  endToEndId: string
  /** Reais. Absent: all of the Pix. */
  amount?: string | undefined
  reason?: string | undefined
  deadlineSeconds?: number | undefined
}

export interface Decided {
  decision: Decision
  amount?: string | undefined
}

export const DECISIONS = ['accept', 'reject', 'cancel'] as const
export type Decision = (typeof DECISIONS)[number]

const DEFAULT_DEADLINE_MS = 7 * DAY_MS

/** One of a Pix that this bank does not have is listed all the same where its amount is given: banks do make mistakes. */
export function open(bank: Bank, { endToEndId, amount, reason, deadlineSeconds }: OpenRequest): Infracao {
  const pix = findPix(bank, endToEndId)
  const forms = amount === undefined ? pix?.amount : (parseReais(amount) ?? ZERO)
  if (forms === undefined)
    throw new ControlRefused('unknown-payment', 404, 'endToEndId: no received Pix has it, and no amount is given')
  if (forms === ZERO || (pix !== undefined && forms > pix.amount))
    throw new ControlRefused('invalid-amount', 422, 'amount: above zero, and at most that of the Pix')
  const now = bank.clock.now()
  const infracao: Infracao = {
    id: bank.random(16).toString('hex'),
    protocolo: `MED${now}`,
    endToEndId,
    amount: forms,
    razao: reason ?? 'FRAUDE',
    status: 'ABERTA',
    openedAt: now,
    deadlineAt: now + (deadlineSeconds === undefined ? DEFAULT_DEADLINE_MS : deadlineSeconds * SECOND_MS),
    defesa: null,
    defendedAt: null,
    endedAt: null,
  }
  insertInfracao(bank, infracao)
  return infracao
}

const ENDS = { accept: 'ACEITA', reject: 'REJEITADA', cancel: 'CANCELADA_EFI' } as const

/** In a transaction. */
export function decide(bank: Bank, id: string, { decision, amount }: Decided): void {
  const one = existingInfracao(bank, id)
  if (one.endedAt !== null) throw new ControlRefused('already-decided', 409, `it is ${one.status} already`)
  if (decision === 'accept') takeBack(bank, one, amount)
  endInfracao(bank, id, ENDS[decision])
}

function takeBack(bank: Bank, { endToEndId, amount }: Infracao, asked: string | undefined): void {
  const pix = findPix(bank, endToEndId)
  if (pix === undefined) return
  const left = (pix.amount - promisedOf(bank, endToEndId)) as Centavos
  const valor = asked ?? toReais(amount < left ? amount : left)
  const id = bank.random(16).toString('hex')
  beginDevolucao(bank, endToEndId, { id, valor, natureza: 'MED_FRAUDE' })
}

export function existingInfracao(bank: Bank, id: string): Infracao {
  const one = findInfracao(bank, id)
  if (one === undefined) throw new ControlRefused('unknown-infraction', 404, 'id: no infraction has it')
  return one
}

/** Time enough to be paid, and to be listed while it is open: the customer reads the list once a minute. */
const DISPUTED_MS = 2 * SECOND_MS
const DECIDED_MS = 2 * MINUTE_MS

const DECISION_OF = { FORFEITED: 'accept', RELEASED: 'reject', CANCELLED: 'cancel', OPEN: null } as const

/** Of most payers nothing follows. */
export function queueDispute(bank: Bank, { endToEndId, payer, receivedAt }: Pix): void {
  const start = startOf(DISPUTE_PAYER_NAMES, payer.name)
  if (start === undefined) return
  queueTask(bank, 'dispute pix', endToEndId, DECISION_OF[DISPUTE_PAYERS[start]], receivedAt + DISPUTED_MS)
}

/** The task. What has gone back to its payer meanwhile is disputed all the same, as banks do. */
export function disputePix(bank: Bank, subject: string, decision: unknown): void {
  const { id } = open(bank, { endToEndId: subject })
  if (decision !== null) queueTask(bank, 'decide dispute', id, decision, bank.clock.now() + DECIDED_MS)
}

/** The task. A person may have decided it before. */
export function decideInTime(bank: Bank, subject: string, decision: unknown): void {
  if (existingInfracao(bank, subject).endedAt !== null) return
  decide(bank, subject, { decision: decision as Decision })
}
