// The push of journey 1: made, carried to the payer's bank, answered there, or over. Nothing but the recurrence calls the receiver about it.
import { dayAt } from '../calendar.ts'
import { BUYERS_BANK_ISPB } from '../customer.ts'
import { debtorFateOf } from '../debtor/fates.ts'
import { documentViolations } from '../document.ts'
import type { House } from '../house.ts'
import { knownFields } from '../http/forms.ts'
import { mintIdSolicRec } from '../ids.ts'
import { rejectByPayer } from '../rec/cancel.ts'
import { existingRec } from '../rec/change.ts'
import type { Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import { problem, type Violacao } from '../refused.ts'
import { queueTask } from '../tasks.ts'
import { refuseSolicRec } from './refuse.ts'
import { SolicRecForm, type SolicRecRequest } from './schema.ts'
import { findRequest, insertRequest, isActive, moveRequest, requestsOfRec, type SolicRec } from './store.ts'

type Step = 'ENVIADA' | 'RECEBIDA' | 'answer'

export function createRequest(house: House, sent: SolicRecRequest): SolicRec {
  const document = knownFields<SolicRecRequest>(SolicRecForm, sent)
  const now = house.clock.now()
  const expiresAt = Date.parse(document.calendario.dataExpiracaoSolicitacao)
  return house.database.transaction(() => {
    const rec = existingRec(house, document.idRec)
    const violations = violationsOf(house, rec, document, now)
    if (violations.length > 0) throw refuseSolicRec(violations)
    const { cpf, cnpj } = document.destinatario
    const request: SolicRec = {
      id: mintIdSolicRec(dayAt(now), house.random),
      idRec: rec.idRec,
      createdAt: now,
      expiresAt,
      status: 'CRIADA',
      payerDocument: cpf ?? cnpj ?? '',
      document,
      history: [{ status: 'CRIADA', at: now }],
    }
    insertRequest(house, request)
    queueStep(house, request, 'ENVIADA')
    queueTask(house, 'expire request', request.id, {}, expiresAt)
    return request
  })
}

export function existingRequest(house: House, id: string): SolicRec {
  const request = findRequest(house, id)
  if (request === undefined) throw problem('SolicRecNaoEncontrada')
  return request
}

export function cancelRequest(house: House, id: string): SolicRec {
  return house.database.transaction(() => {
    const request = existingRequest(house, id)
    if (!isActive(request)) throw refuseSolicRec([over(request)])
    return moveRequest(house, request, 'CANCELADA')
  })
}

/** The task: on the way to the payer. Another bank than that of the test buyers never takes it. */
export function carryRequest(house: House, id: string, detail: unknown): void {
  const { step } = detail as { step: Step }
  const request = existingRequest(house, id)
  if (!isActive(request)) return
  if (step === 'answer') {
    refuseAsPayer(house, request)
    return
  }
  const moved = moveRequest(house, request, step)
  if (step === 'ENVIADA' && request.document.destinatario.ispbParticipante === BUYERS_BANK_ISPB)
    queueStep(house, moved, 'RECEBIDA')
  if (step === 'RECEBIDA') queueStep(house, moved, 'answer')
}

/** A debtor whose name says so refuses; the others answer by hand. */
function refuseAsPayer(house: House, { idRec }: SolicRec): void {
  const rec = findRec(house, idRec)
  if (rec?.status !== 'CRIADA') return
  if (debtorFateOf(rec.document.vinculo.devedor.nome).authorisation === 'refuses') rejectByPayer(house, rec)
}

/** The task: the request was not answered in time. The recurrence waits for another request, or another journey. */
export function expireRequest(house: House, id: string): void {
  const request = existingRequest(house, id)
  if (isActive(request)) moveRequest(house, request, 'EXPIRADA')
}

function queueStep(house: House, { id }: SolicRec, step: Step): void {
  queueTask(house, 'carry request', id, { step }, house.clock.now() + house.latencyOf(`${id}/${step}`))
}

function violationsOf(house: House, rec: Rec, { calendario, destinatario }: SolicRecRequest, now: number): Violacao[] {
  const violations: Violacao[] = []
  const refuse = (propriedade: string, valor: string, razao: string) => violations.push({ razao, propriedade, valor })
  const expiry = calendario.dataExpiracaoSolicitacao
  if (rec.status !== 'CRIADA') refuse('idRec', rec.idRec, `A recorrência não está CRIADA: está ${rec.status}.`)
  if (Number.isNaN(Date.parse(expiry)) || Date.parse(expiry) < now)
    refuse('calendario.dataExpiracaoSolicitacao', expiry, 'A expiração é anterior à criação da solicitação.')
  const active = requestsOfRec(house, rec.idRec).find(isActive)
  if (active !== undefined) refuse('idRec', active.id, 'Existe uma solicitação ativa desta recorrência.')
  return [...violations, ...documentViolations(destinatario, 'destinatario')]
}

const over = ({ status }: SolicRec): Violacao => ({
  razao: 'Só se cancela uma solicitação CRIADA, ENVIADA ou RECEBIDA.',
  propriedade: 'status',
  valor: status,
})
