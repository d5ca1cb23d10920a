// Translates the Central Bank's form of recurrences, requests and debits into the port's. Lenient where that is safe: dates with a time
// behind them, documents as numbers, a history whose states are called `nome`. An unknown state makes its entry unreadable; codes are
// kept as they come.
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { readReceived } from '../adapters/pix-wire.ts'
import { amountOf, fields, idOf, list, meaningOf, oneOrMore, text, timeOf } from '../adapters/reply.ts'
import type { Received } from '../port.ts'
import type {
  DebitState,
  DebitTryKind,
  DebitTryState,
  Ending,
  Journey,
  RecurrenceLocation,
  RecurrenceState,
  ReportedDebit,
  ReportedRecurrence,
  ReportedRequest,
  ReportedTry,
  RequestState,
} from './port.ts'

const same = <T extends string>(...words: T[]): Record<string, T> => Object.fromEntries(words.map(word => [word, word]))

const RECURRENCE_STATES = same<RecurrenceState>('CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA')
const REQUEST_STATES = same<RequestState>(
  'CRIADA',
  'ENVIADA',
  'RECEBIDA',
  'ACEITA',
  'REJEITADA',
  'EXPIRADA',
  'CANCELADA',
)
const DEBIT_STATES = same<DebitState>('CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA')
const TRY_KINDS = same<DebitTryKind>('AGND', 'NTAG', 'RIFL')
const TRY_STATES = same<DebitTryState>('SOLICITADA', 'AGENDADA', 'PAGA', 'CANCELADA', 'REJEITADA', 'EXPIRADA')
const JOURNEYS: Record<string, Journey> = { JORNADA_1: 1, JORNADA_2: 2, JORNADA_3: 3, JORNADA_4: 4 }

export function readLocation(body: unknown): RecurrenceLocation | null {
  const { id, location, idRec } = fields(body)
  const locationId = integerOf(id)
  const address = text(location)
  if (locationId === null || address === null) return null
  return { locationId, location: address, idRec: idOf(idRec) }
}

export function readRecurrence(body: unknown): ReportedRecurrence | null {
  const rec = fields(body)
  const idRec = idOf(rec.idRec)
  const state = meaningOf(RECURRENCE_STATES, rec.status)
  if (idRec === null || state === null) return null
  const { contrato, devedor } = fields(rec.vinculo)
  const history = historyOf(rec.atualizacao)
  const qr = fields(rec.dadosQR)
  return {
    idRec,
    contract: text(contrato),
    debtorDocument: documentOf(devedor),
    state,
    // Requests name it by its number alone, answers as an object.
    locationId: integerOf(rec.loc) ?? integerOf(fields(rec.loc).id),
    createdAt: history.find(({ word }) => word === 'CRIADA')?.at ?? null,
    ...activationOf(rec.ativacao, state, history),
    payer: payerOf(rec.pagador),
    ending: endingOf(rec.encerramento),
    requests: requestsOf(rec.solicitacao),
    brCode: text(qr.pixCopiaECola),
    qrJourney: meaningOf(JOURNEYS, qr.jornada),
  }
}

/**
 * A recurrence that is offered with an immediate charge is answered with that journey from the beginning: only an authorised one has
 * an activation. Some PSPs name the journey inside its data.
 */
function activationOf(ativacao: unknown, state: RecurrenceState, history: Update[]) {
  const authorised = history.findLast(({ word }) => word === 'APROVADA')
  if (state !== 'APROVADA' && authorised === undefined) return { activatedBy: null, activatedAt: null }
  const { tipoJornada, dadosJornada } = fields(ativacao)
  return {
    activatedBy: meaningOf(JOURNEYS, tipoJornada) ?? meaningOf(JOURNEYS, fields(dadosJornada).tipoJornada),
    activatedAt: authorised?.at ?? null,
  }
}

function payerOf(pagador: unknown): ReportedRecurrence['payer'] {
  const { ispbParticipante, codMun } = fields(pagador)
  const payer = { ispb: text(ispbParticipante), document: documentOf(pagador), town: integerOf(codMun) }
  return payer.ispb === null && payer.document === null ? null : payer
}

/** Oldest first; those that cannot be read are left out, for they only tell how far a push has come. */
function requestsOf(solicitacao: unknown): ReportedRequest[] {
  const read = oneOrMore(solicitacao).flatMap(entry => {
    const request = readRequest(entry)
    return request === null ? [] : [{ request, since: historyOf(fields(entry).atualizacao)[0]?.at.getTime() ?? 0 }]
  })
  return read.toSorted((one, other) => one.since - other.since).map(({ request }) => request)
}

export function readRequest(body: unknown): ReportedRequest | null {
  const { idSolicRec, status, calendario } = fields(body)
  const requestId = idOf(idSolicRec)
  const state = meaningOf(REQUEST_STATES, status)
  if (requestId === null || state === null) return null
  return { requestId, state, expiresAt: timeOf(fields(calendario).dataExpiracaoSolicitacao) }
}

/** Whether a request goes to this account of a payer. */
export function isRequestTo(body: unknown, payer: { ispb: string; account: string; document: string }): boolean {
  const { destinatario } = fields(body)
  const { ispbParticipante, conta } = fields(destinatario)
  return (
    text(ispbParticipante) === payer.ispb &&
    text(conta) === payer.account &&
    documentOf(destinatario) === payer.document
  )
}

export function readDebit(body: unknown): ReportedDebit | null {
  const cobr = fields(body)
  const txid = idOf(cobr.txid)
  const idRec = idOf(cobr.idRec)
  const state = meaningOf(DEBIT_STATES, cobr.status)
  const amount = amountOf(fields(cobr.valor).original)
  const { dataDeVencimento, criacao } = fields(cobr.calendario)
  const dueOn = dayOf(dataDeVencimento)
  if (txid === null || idRec === null || state === null || amount === null || dueOn === null) return null
  return {
    txid,
    idRec,
    state,
    amount,
    dueOn,
    createdOn: dayOf(criacao),
    tries: oneOrMore(cobr.tentativas).flatMap(entry => readTry(entry) ?? []),
    ending: endingOf(cobr.encerramento),
    payments: paymentsOf(cobr.pix, txid),
  }
}

/** A payment listed with its debit need not name it again. */
function paymentsOf(pix: unknown, txid: string): Received[] {
  const read = oneOrMore(pix).flatMap(entry => readReceived(entry) ?? [])
  return read.map(received => ({ ...received, txid: received.txid ?? txid }))
}

function readTry(body: unknown): ReportedTry | null {
  const { dataLiquidacao, tipo, status, endToEndId, rejeicao } = fields(body)
  const settlesOn = dayOf(dataLiquidacao)
  const kind = meaningOf(TRY_KINDS, tipo)
  const state = meaningOf(TRY_STATES, status)
  if (settlesOn === null || kind === null || state === null) return null
  const { codigo, descricao } = fields(rejeicao)
  return { settlesOn, kind, state, endToEndId: idOf(endToEndId), code: text(codigo), text: text(descricao) }
}

function endingOf(encerramento: unknown): Ending | null {
  const { rejeicao, cancelamento } = fields(encerramento)
  const kind = isThere(cancelamento) ? 'CANCELAMENTO' : 'REJEICAO'
  const reported = isThere(cancelamento) ? cancelamento : rejeicao
  if (!isThere(reported)) return null
  const { solicitante, codigo, descricao } = fields(reported)
  return { kind, by: text(solicitante), code: text(codigo), text: text(descricao) }
}

const isThere = (value: unknown): boolean => typeof value === 'object' && value !== null

interface Update {
  word: string
  at: Date
}

/** Oldest first. The Central Bank's schema calls the state `status`, and its own samples `nome`. */
function historyOf(atualizacao: unknown): Update[] {
  const updates = list(atualizacao).flatMap(entry => {
    const { status, nome, data } = fields(entry)
    const word = text(status) ?? text(nome)
    const at = timeOf(data)
    return word === null || at === null ? [] : [{ word, at }]
  })
  return updates.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const CPF_DIGITS = 11
const CNPJ_DIGITS = 14

/** A number has lost its leading zeros. */
function documentOf(person: unknown): string | null {
  const { cpf, cnpj } = fields(person)
  return padded(cpf, CPF_DIGITS) ?? padded(cnpj, CNPJ_DIGITS)
}

const padded = (value: unknown, digits: number): string | null =>
  typeof value === 'number' ? String(value).padStart(digits, '0') : text(value)

/** As its digits, whether it comes as a number or a text. */
function integerOf(value: unknown): string | null {
  const digits = typeof value === 'number' ? String(value) : text(value)
  return digits !== null && /^\d{1,19}$/.test(digits) ? digits : null
}

const DAY_CHARACTERS = 10

/** The day, also where a time follows it. */
function dayOf(value: unknown): LocalDate | null {
  return localDate((text(value) ?? '').slice(0, DAY_CHARACTERS))
}
