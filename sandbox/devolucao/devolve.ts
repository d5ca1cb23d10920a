// Returning a received Pix: asked for now, settled when the bank gets to it. The account pays at the settlement, and where
// it is short by then, the return is not executed.
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { balanceOf, moveMoney } from '../account.ts'
import { queueCallback } from '../callback/queue.ts'
import { notifyCobr, notifyPixOf } from '../cobr/move.ts'
import { findCobr } from '../cobr/store.ts'
import { BANK_ISPB } from '../customer.ts'
import { invalid } from '../http/server.ts'
import { mintEndToEndId } from '../ids.ts'
import { findPix, type Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { problem, type Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
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

export const requestDevolucao = (bank: Bank, endToEndId: string, request: DevolucaoRequest): Devolucao =>
  bank.database.transaction(() => beginDevolucao(bank, endToEndId, request))

/** In the transaction of what causes it. */
export function beginDevolucao(bank: Bank, endToEndId: string, request: DevolucaoRequest): Devolucao {
  const pix = findPix(bank, endToEndId)
  if (pix === undefined) throw problem('PixNaoEncontrado')
  if (findDevolucao(bank, endToEndId, request.id) !== undefined) throw taken(request.id)
  const amount = parseReais(request.valor) ?? ZERO
  const violations = violationsOf(bank, pix, request, amount)
  if (violations.length > 0) throw refuseDevolucao(violations)
  // The payer's bank is reimbursed by a Pix of its own, and not by a return.
  const isReimbursement = request.natureza === 'MED_PIX_AUTOMATICO'
  const devolucao: Devolucao = {
    endToEndId,
    id: request.id,
    rtrId: mintEndToEndId(isReimbursement ? 'E' : 'D', BANK_ISPB, bank.clock.now(), bank.random),
    amount,
    natureza: request.natureza,
    descricao: request.descricao ?? null,
    requestedAt: bank.clock.now(),
    settledAt: null,
    status: 'EM_PROCESSAMENTO',
    motivo: null,
  }
  insertDevolucao(bank, devolucao)
  const { after } = fateOf(pix.payer.name)
  const waitMs = after === 'latency' ? bank.latencyOf(`${endToEndId}/${request.id}`) : after
  queueTask(bank, 'settle devolucao', endToEndId, { id: request.id }, bank.clock.now() + waitMs)
  return devolucao
}

function violationsOf(bank: Bank, pix: Pix, { id, valor }: DevolucaoRequest, amount: Centavos): Violacao[] {
  const violations: Violacao[] = []
  const refuse = (propriedade: string, value: string, razao: string) =>
    violations.push({ razao, propriedade, valor: value.slice(0, 100) })
  if (!ID.test(id)) refuse('id', id, 'O id precisa ter de 1 a 35 letras e dígitos.')
  if (amount === ZERO) refuse('valor', valor, 'O valor precisa ser maior que zero.')
  if (promisedOf(bank, pix.endToEndId) + amount > pix.amount)
    refuse('valor', valor, 'As devoluções passariam do valor do Pix.')
  if (bank.clock.now() > pix.receivedAt + WINDOW_MS)
    refuse('valor', valor, 'O prazo de 90 dias para devolver este Pix terminou.')
  return violations
}

const taken = (id: string) =>
  problem('PixDevolucaoIdDuplicado', {
    violacoes: [{ razao: 'O id já foi usado neste Pix.', propriedade: 'devolucao.id', valor: id }],
  })

const SHORT = 'Saldo insuficiente para realizar a devolução.'

/** The task: the bank gets to the return. */
export function settleDevolucao(bank: Bank, endToEndId: string, detail: unknown): void {
  const devolucao = findDevolucao(bank, endToEndId, (detail as { id: string }).id)
  const pix = findPix(bank, endToEndId)
  if (devolucao === undefined || pix === undefined) throw new Error(`no devolucao to settle for ${endToEndId}`)
  const motivo = balanceOf(bank) < devolucao.amount ? SHORT : fateOf(pix.payer.name).motivo
  if (motivo !== null) closeDevolucao(bank, devolucao, 'NAO_REALIZADO', motivo)
  else {
    moveMoney(bank, -devolucao.amount, 'devolucao', devolucao.rtrId)
    closeDevolucao(bank, devolucao, 'DEVOLVIDO', null)
  }
  notifyReturn(bank, pix)
}

/** Of a recurring charge, the callback of the charge contains the return too. */
function notifyReturn(bank: Bank, pix: Pix): void {
  if (pix.txid === null) return
  const cobr = findCobr(bank, pix.txid)
  if (cobr === undefined) {
    queueCallback(bank, pix.chave, pixWire(bank, pix), bank.clock.now())
    return
  }
  notifyCobr(bank, cobr)
  notifyPixOf(bank, cobr, pix)
}
