// Returning a received Pix: asked for now, settled when the bank gets to it. The account pays at the settlement, and where
// it is short by then, the return is not executed.
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { balanceOf, moveMoney } from '../account.ts'
import { queueCallback } from '../callback/queue.ts'
import { notifyCobr, notifyPixOf } from '../cobr/move.ts'
import { findCobr } from '../cobr/store.ts'
import { BANK_ISPB } from '../customer.ts'
import type { House } from '../house.ts'
import { invalid } from '../http/server.ts'
import { mintEndToEndId } from '../ids.ts'
import { findPix, type Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { problem, type Violacao } from '../refused.ts'
import { queueTask } from '../tasks.ts'
import { fateOf } from './fates.ts'
import { closeDevolucao, type Devolucao, findDevolucao, insertDevolucao, type Natureza, promisedOf } from './store.ts'

export const refuseDevolucao = invalid('PixDevolucaoInvalida', 'devolucao')

const WINDOW_MS = 90 * DAY_MS
const ID = /^[a-zA-Z0-9]{1,35}$/

export interface DevolucaoRequest {
  id: string
  valor: string
  natureza: Natureza
  descricao?: string | undefined
}

export function requestDevolucao(house: House, endToEndId: string, request: DevolucaoRequest): Devolucao {
  return house.database.transaction(() => {
    const pix = findPix(house, endToEndId)
    if (pix === undefined) throw problem('PixNaoEncontrado')
    if (findDevolucao(house, endToEndId, request.id) !== undefined) throw taken(request.id)
    const amount = parseReais(request.valor) ?? ZERO
    const violations = violationsOf(house, pix, request, amount)
    if (violations.length > 0) throw refuseDevolucao(violations)
    // The payer's bank is reimbursed by a Pix of its own, and not by a return.
    const isReimbursement = request.natureza === 'MED_PIX_AUTOMATICO'
    const devolucao: Devolucao = {
      endToEndId,
      id: request.id,
      rtrId: mintEndToEndId(isReimbursement ? 'E' : 'D', BANK_ISPB, house.clock.now(), house.random),
      amount,
      natureza: request.natureza,
      descricao: request.descricao ?? null,
      requestedAt: house.clock.now(),
      settledAt: null,
      status: 'EM_PROCESSAMENTO',
      motivo: null,
    }
    insertDevolucao(house, devolucao)
    const { after } = fateOf(pix.payer.name)
    const waitMs = after === 'latency' ? house.latencyOf(`${endToEndId}/${request.id}`) : after
    queueTask(house, 'settle devolucao', endToEndId, { id: request.id }, house.clock.now() + waitMs)
    return devolucao
  })
}

function violationsOf(house: House, pix: Pix, { id, valor }: DevolucaoRequest, amount: Centavos): Violacao[] {
  const violations: Violacao[] = []
  const refuse = (propriedade: string, value: string, razao: string) =>
    violations.push({ razao, propriedade, valor: value.slice(0, 100) })
  if (!ID.test(id)) refuse('id', id, 'O id precisa ter de 1 a 35 letras e dígitos.')
  if (amount === ZERO) refuse('valor', valor, 'O valor precisa ser maior que zero.')
  if (promisedOf(house, pix.endToEndId) + amount > pix.amount)
    refuse('valor', valor, 'As devoluções passariam do valor do Pix.')
  if (house.clock.now() > pix.receivedAt + WINDOW_MS)
    refuse('valor', valor, 'O prazo de 90 dias para devolver este Pix terminou.')
  return violations
}

const taken = (id: string) =>
  problem('PixDevolucaoIdDuplicado', {
    violacoes: [{ razao: 'O id já foi usado neste Pix.', propriedade: 'devolucao.id', valor: id }],
  })

const SHORT = 'Saldo insuficiente para realizar a devolução.'

/** The task: the bank gets to the return. */
export function settleDevolucao(house: House, endToEndId: string, detail: unknown): void {
  const devolucao = findDevolucao(house, endToEndId, (detail as { id: string }).id)
  const pix = findPix(house, endToEndId)
  if (devolucao === undefined || pix === undefined) throw new Error(`no devolucao to settle for ${endToEndId}`)
  const motivo = balanceOf(house) < devolucao.amount ? SHORT : fateOf(pix.payer.name).motivo
  if (motivo !== null) closeDevolucao(house, devolucao, 'NAO_REALIZADO', motivo)
  else {
    moveMoney(house, -devolucao.amount, 'devolucao', devolucao.rtrId)
    closeDevolucao(house, devolucao, 'DEVOLVIDO', null)
  }
  notifyReturn(house, pix)
}

/** Of a recurring charge, the callback of the charge contains the return too. */
function notifyReturn(house: House, pix: Pix): void {
  if (pix.txid === null) return
  const cobr = findCobr(house, pix.txid)
  if (cobr === undefined) {
    queueCallback(house, pix.chave, pixWire(house, pix), house.clock.now())
    return
  }
  notifyCobr(house, cobr)
  notifyPixOf(house, cobr, pix)
}
