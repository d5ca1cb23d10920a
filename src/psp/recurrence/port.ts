// Recurring PIX (Pix Automático) behind the port: the payer authorises a recurrence once, and each cycle is debited by an order of its
// own. As with every call of the port, an outcome is done, refused or unknown; an unknown one is looked up, never guessed. What a
// callback says is a hint; the answers of `find` and `findDebit` are the truth.
import type { Periodicity } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Charge, Listed, Outcome, Period, Received } from '../port.ts'

export type Journey = 1 | 2 | 3 | 4

export const RETRY_POLICIES = ['NAO_PERMITE', 'PERMITE_3R_7D'] as const
export type RetryPolicy = (typeof RETRY_POLICIES)[number]

/** Where the money of debits goes: an account of the receiver at this PSP. A debit names no PIX key. */
export interface ReceivingAccount {
  /** null: at PSPs that have no branches. */
  branch: string | null
  account: string
  type: AccountType
}

export const ACCOUNT_TYPES = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

export interface RecurrenceCapabilities {
  readonly journeys: readonly Journey[]
  /** Whether a recurrence of journey 1 may name a location, which is the handle to it when the answer was lost. */
  readonly locationInJourney1: boolean
  /** Whether a location tells which recurrence it belongs to. */
  readonly findByLocation: boolean
  /** Whether the list of received payments contains debits. */
  readonly debitsInReceivedList: boolean
}

/** Where the payload of a recurrence lies; an unused one is harmless. */
export interface RecurrenceLocation {
  /** Of the PSP; a decimal integer. */
  locationId: string
  location: string
  /** null: it belongs to none yet. */
  idRec: string | null
}

export interface RecurrenceRequest {
  contract: string
  /** What the payer reads of it; '' where there is nothing. */
  object: string
  debtor: { name: string; document: string }
  startsOn: LocalDate
  /** null: open-ended. */
  endsOn: LocalDate | null
  periodicity: Periodicity
  /** At most one of the two: the fixed amount, or the least that a payer's cap may be. */
  amount: Centavos | null
  minimum: Centavos | null
  retryPolicy: RetryPolicy
  /** null: without one, in journey 1 at PSPs that take none there. */
  locationId: string | null
  /** Of journey 3: the immediate charge whose payment authorises. */
  activatedBy: string | null
}

export type RecurrenceState = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'

/** Why it ended, in the PSP's own words. */
export interface Ending {
  kind: 'REJEICAO' | 'CANCELAMENTO'
  /** Of a cancellation: PSP_PAGADOR, USUARIO_PAGADOR, PSP_RECEBEDOR, USUARIO_RECEBEDOR. */
  by: string | null
  code: string | null
  text: string | null
}

export interface ReportedRecurrence {
  idRec: string
  contract: string | null
  debtorDocument: string | null
  state: RecurrenceState
  locationId: string | null
  createdAt: Date | null
  /** By what the payer has authorised it; null: not yet, or the PSP does not say. */
  activatedBy: Journey | null
  activatedAt: Date | null
  /** Who has authorised it: it may be another person than the debtor. */
  payer: { ispb: string | null; document: string | null; town: string | null } | null
  ending: Ending | null
  /** The pushes that were sent for it, oldest first. */
  requests: ReportedRequest[]
  /** The code that `qrOf` asked for; null where the PSP has not linked the locations. */
  brCode: string | null
  qrJourney: Journey | null
}

export const REQUEST_STATES = ['CRIADA', 'ENVIADA', 'RECEBIDA', 'ACEITA', 'REJEITADA', 'EXPIRADA', 'CANCELADA'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** A request to authorise, pushed to the payer's bank (journey 1). */
export interface AuthorizationRequest {
  idRec: string
  expiresAt: Date
  payer: { ispb: string; account: string; branch: string | null; document: string }
}

export interface ReportedRequest {
  requestId: string
  state: RequestState
  expiresAt: Date | null
}

export interface DebitRequest {
  /** Minted and stored before the call; the same one again cannot debit twice. */
  txid: string
  idRec: string
  dueOn: LocalDate
  amount: Centavos
  adjustsToBusinessDay: boolean
  /** For the payer; '' where there is nothing. */
  info: string
}

export type DebitState = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA'
/** First order, retry on a later day, resend on the same day after an operational failure. */
export type DebitTryKind = 'AGND' | 'NTAG' | 'RIFL'
export type DebitTryState = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA'

export interface ReportedTry {
  settlesOn: LocalDate
  kind: DebitTryKind
  state: DebitTryState
  /** Minted when it is scheduled, so it proves no payment; two tries may have the same one. */
  endToEndId: string | null
  code: string | null
  text: string | null
}

export interface ReportedDebit {
  txid: string
  idRec: string
  state: DebitState
  amount: Centavos
  dueOn: LocalDate
  createdOn: LocalDate | null
  tries: ReportedTry[]
  ending: Ending | null
  payments: Received[]
}

/**
 * The policy that the PSP has written into the id of a recurrence; null: the id has another form. Immutable, so that an id that says
 * otherwise than its request is of no use.
 */
export function retryPolicyOf(idRec: string): RetryPolicy | null {
  if (idRec.startsWith('RR')) return 'PERMITE_3R_7D'
  return idRec.startsWith('RN') ? 'NAO_PERMITE' : null
}

/**
 * The codes of a refusal of `createDebit` that another due day may cure: the day itself, or another debit in what the PSP takes for the same
 * cycle. Any other code is for good.
 */
export const REFUSED_FOR_DAY = 'DATA_DE_VENCIMENTO'
export const REFUSED_FOR_CYCLE = 'MESMO_CICLO'

/** The PSP has one registration of each for a receiver, and not for a PIX key: PSP accounts of one receiver share it. */
export const RECURRENCE_SUBJECTS = ['rec', 'cobr'] as const
export type RecurrenceSubject = (typeof RECURRENCE_SUBJECTS)[number]

/**
 * What changes something may be called again after an unknown outcome: where the first call was executed the PSP refuses the second, and the
 * adapter then looks up what was asked for and answers it as done. A refusal is therefore final: what was asked for does not stand there.
 * `createLocation` alone makes another one each time, and `create` without a location cannot be looked up: both are never called again
 * before the caller has looked.
 */
export interface Recurrences {
  readonly capabilities: RecurrenceCapabilities
  createLocation(): Promise<Outcome<RecurrenceLocation>>
  /** null: the PSP does not know it. */
  findLocation(locationId: string): Promise<Outcome<RecurrenceLocation | null>>
  create(request: RecurrenceRequest): Promise<Outcome<ReportedRecurrence>>
  /**
   * null: the PSP does not know it. With `qrOf` the answer carries the code of journey 3 or 4 for the charge of that txid; without, that of
   * journey 2, where there is a location.
   */
  find(idRec: string, qrOf?: string): Promise<Outcome<ReportedRecurrence | null>>
  /** The first day only before it is authorised. */
  change(idRec: string, change: { startsOn?: LocalDate; debtorName?: string }): Promise<Outcome<ReportedRecurrence>>
  cancel(idRec: string): Promise<Outcome<ReportedRecurrence>>
  request(request: AuthorizationRequest): Promise<Outcome<ReportedRequest>>
  findRequest(requestId: string): Promise<Outcome<ReportedRequest | null>>
  cancelRequest(requestId: string): Promise<Outcome<ReportedRequest>>
  createDebit(request: DebitRequest): Promise<Outcome<ReportedDebit>>
  findDebit(txid: string): Promise<Outcome<ReportedDebit | null>>
  cancelDebit(txid: string): Promise<Outcome<ReportedDebit>>
  /** Orders a further try on that day. */
  retryDebit(txid: string, day: LocalDate): Promise<Outcome<ReportedDebit>>
  /** By when they were created, in any state: it finds what we do not know, not what has changed. Pages count from 0. */
  list(period: Period, page: number): Promise<Outcome<Listed<ReportedRecurrence>>>
  listDebits(period: Period, page: number): Promise<Outcome<Listed<ReportedDebit>>>
  /** The PSP appends the subject to the address. */
  registerCallbacks(subject: RecurrenceSubject, url: string): Promise<Outcome<true>>
  /** The registered address, without the subject; null where there is none. */
  findCallbacks(subject: RecurrenceSubject): Promise<Outcome<string | null>>
}

/** A charge with a due day (cobv): of journey 4, and of bills later. */
export interface DueChargeRequest {
  txid: string
  amount: Centavos
  dueOn: LocalDate
  /** For so many days after it the charge can still be paid. */
  payableDaysAfter: number
  payer: { name: string; document: string }
}

export interface DueCharges {
  createDueCharge(request: DueChargeRequest): Promise<Outcome<Charge>>
  findDueCharge(txid: string): Promise<Outcome<Charge | null>>
  removeDueCharge(txid: string): Promise<Outcome<Charge>>
}
