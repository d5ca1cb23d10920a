// The push of journey 1: made, carried to the payer's bank, answered there, or over. Nothing but the recurrence calls the receiver about it.
import { dayAt } from '../calendar.ts'
import { BUYERS_BANK_ISPB } from '../customer.ts'
import { debtorFateOf } from '../debtor/fates.ts'
import { documentViolations } from '../document.ts'
import { knownFields } from '../http/forms.ts'
import { mintIdSolicRec } from '../ids.ts'
import { rejectByPayer } from '../rec/cancel.ts'
import { existingRec } from '../rec/change.ts'
import type { Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import { problem, type Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { refuseSolicRec } from './refuse.ts'
import { SolicRecForm, type SolicRecRequest } from './schema.ts'
import { findRequest, insertRequest, isActive, moveRequest, requestsOfRec, type SolicRec } from './store.ts'

type Step = 'ENVIADA' | 'RECEBIDA' | 'answer'

export function createRequest(bank: Bank, sent: SolicRecRequest): SolicRec {
  const document = knownFields<SolicRecRequest>(SolicRecForm, sent)
  const now = bank.clock.now()
  const expiresAt = Date.parse(document.calendario.dataExpiracaoSolicitacao)
  return bank.database.transaction(() => {
    const rec = existingRec(bank, document.idRec)
    const violations = violationsOf(bank, rec, document, now)
    if (violations.length > 0) throw refuseSolicRec(violations)
    const { cpf, cnpj } = document.destinatario
    const request: SolicRec = {
      id: mintIdSolicRec(dayAt(now), bank.random),
      idRec: rec.idRec,
      createdAt: now,
      expiresAt,
      status: 'CRIADA',
      payerDocument: cpf ?? cnpj ?? '',
      document,
      history: [{ status: 'CRIADA', at: now }],
    }
    insertRequest(bank, request)
    queueStep(bank, request, 'ENVIADA')
    queueTask(bank, 'expire request', request.id, {}, expiresAt)
    return request
  })
}

export function existingRequest(bank: Bank, id: string): SolicRec {
  const request = findRequest(bank, id)
  if (request === undefined) throw problem('SolicRecNaoEncontrada')
  return request
}

export function cancelRequest(bank: Bank, id: string): SolicRec {
  return bank.database.transaction(() => {
    const request = existingRequest(bank, id)
    if (!isActive(request)) throw refuseSolicRec([over(request)])
    return moveRequest(bank, request, 'CANCELADA')
  })
}

/** The task: on the way to the payer. Another bank than that of the test buyers never takes it. */
export function carryRequest(bank: Bank, id: string, detail: unknown): void {
  const { step } = detail as { step: Step }
  const request = existingRequest(bank, id)
  if (!isActive(request)) return
  if (step === 'answer') {
    refuseAsPayer(bank, request)
    return
  }
  const moved = moveRequest(bank, request, step)
  if (step === 'ENVIADA' && request.document.destinatario.ispbParticipante === BUYERS_BANK_ISPB)
    queueStep(bank, moved, 'RECEBIDA')
  if (step === 'RECEBIDA') queueStep(bank, moved, 'answer')
}

/** A debtor whose name says so refuses; the others answer by hand. */
function refuseAsPayer(bank: Bank, { idRec }: SolicRec): void {
  const rec = findRec(bank, idRec)
  if (rec?.status !== 'CRIADA') return
  if (debtorFateOf(rec.document.vinculo.devedor.nome).authorisation === 'refuses') rejectByPayer(bank, rec)
}

/** The task: the request was not answered in time. The recurrence waits for another request, or another journey. */
export function expireRequest(bank: Bank, id: string): void {
  const request = existingRequest(bank, id)
  if (isActive(request)) moveRequest(bank, request, 'EXPIRADA')
}

function queueStep(bank: Bank, { id }: SolicRec, step: Step): void {
  queueTask(bank, 'carry request', id, { step }, bank.clock.now() + bank.latencyOf(`${id}/${step}`))
}

function violationsOf(bank: Bank, rec: Rec, { calendario, destinatario }: SolicRecRequest, now: number): Violacao[] {
  const violations: Violacao[] = []
  const refuse = (propriedade: string, valor: string, razao: string) => violations.push({ razao, propriedade, valor })
  const expiry = calendario.dataExpiracaoSolicitacao
  if (rec.status !== 'CRIADA') refuse('idRec', rec.idRec, `A recorrência não está CRIADA: está ${rec.status}.`)
  if (Number.isNaN(Date.parse(expiry)) || Date.parse(expiry) < now)
    refuse('calendario.dataExpiracaoSolicitacao', expiry, 'A expiração é anterior à criação da solicitação.')
  const active = requestsOfRec(bank, rec.idRec).find(isActive)
  if (active !== undefined) refuse('idRec', active.id, 'Existe uma solicitação ativa desta recorrência.')
  return [...violations, ...documentViolations(destinatario, 'destinatario')]
}

const over = ({ status }: SolicRec): Violacao => ({
  razao: 'Só se cancela uma solicitação CRIADA, ENVIADA ou RECEBIDA.',
  propriedade: 'status',
  valor: status,
})
