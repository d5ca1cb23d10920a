// Taking a pay-out in. The money leaves the account with the acceptance; what happens after is the steps of its fate, which
// are written down as tasks in the same transaction.

import { parseReais, ZERO } from '#kernel/money.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import { guessPixKeyType } from '#kernel/pix/pix-key.ts'
import { balanceOf, moveMoney } from '../account.ts'
import { BANK_ISPB, CUSTOMER } from '../customer.ts'
import { mintEndToEndId } from '../ids.ts'
import { named } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { tariffOf } from '../settings.ts'
import { queueTask } from '../tasks.ts'
import { findWebhook } from '../webhook/store.ts'
import { type Fate, fateOf, type Refusal, SHORT_OF_MONEY, type Step, UNKNOWN_KEY } from './fates.ts'
import { findPayoutByIdEnvio, insertPayout, loseOnce, type Payout } from './store.ts'

export interface PayoutRequest {
  idEnvio: string
  valor: string
  payerKey: string
  info: string | null
  key: string
  cpf: string | undefined
  cnpj: string | undefined
}

/** `silent`: the caller never learns it from the answer. */
export type Taken = { kind: 'answered'; payout: Payout } | { kind: 'silent' }

const ID_ENVIO = /^[a-zA-Z0-9]{1,35}$/

export function requestPayout(bank: Bank, request: PayoutRequest): Taken {
  refuseUnfit(request)
  return bank.database.transaction(() => {
    if (findWebhook(bank, request.payerKey) === undefined)
      throw named(400, 'webhook_nao_cadastrado', 'A chave do pagador não tem webhook cadastrado.')
    if (findPayoutByIdEnvio(bank, request.idEnvio) !== undefined)
      throw named(409, 'id_envio_duplicado', 'O id de envio já foi usado em outro pagamento.')
    const fate = fateOf(request.key)
    if (typeof fate.answer === 'object') throw refusedAs(fate.answer.refused)
    if (fate.answer === 'lost' && loseOnce(bank, request.idEnvio)) return { kind: 'silent' }
    const payout = accept(bank, request, fate)
    return fate.answer === 'silent' ? { kind: 'silent' } : { kind: 'answered', payout }
  })
}

function refuseUnfit({ idEnvio, valor, payerKey, key, cpf, cnpj }: PayoutRequest): void {
  if (!ID_ENVIO.test(idEnvio)) throw invalidValue('idEnvio precisa ter de 1 a 35 letras e dígitos')
  if ((parseReais(valor) ?? ZERO) === ZERO) throw invalidValue('valor precisa ser maior que zero')
  if (payerKey !== CUSTOMER.pixKey) throw named(400, 'chave_invalida', 'A chave do pagador não é desta conta.')
  if (cpf !== undefined && parseDocument(cpf)?.kind !== 'CPF') throw invalidValue('favorecido.cpf não é um CPF')
  if (cnpj !== undefined && parseDocument(cnpj)?.kind !== 'CNPJ') throw invalidValue('favorecido.cnpj não é um CNPJ')
  if (guessPixKeyType(key) === null || key === CUSTOMER.pixKey) throw refusedAs(UNKNOWN_KEY)
  const owner = parseDocument(key)?.digits
  const claimed = cpf ?? cnpj
  if (owner !== undefined && claimed !== undefined && owner !== claimed)
    throw named(400, 'chave_nao_pertence_ao_documento', 'O documento não é o do dono da chave.')
}

function accept(bank: Bank, request: PayoutRequest, fate: Fate): Payout {
  const now = bank.clock.now()
  const amount = parseReais(request.valor) ?? ZERO
  if (balanceOf(bank) < amount + tariffOf(bank.settings, 'sent')) throw refusedAs(SHORT_OF_MONEY)
  const payout: Payout = {
    endToEndId: mintEndToEndId('E', BANK_ISPB, now, bank.random),
    idEnvio: request.idEnvio,
    amount,
    chave: request.payerKey,
    favorecidoChave: request.key,
    favorecidoDocument: request.cpf ?? request.cnpj ?? null,
    info: request.info,
    fate: fate.prefix,
    requestedAt: now,
    settledAt: null,
    hiddenUntil: now + (fate.hiddenMs ?? 0),
    status: 'EM_PROCESSAMENTO',
    error: null,
  }
  insertPayout(bank, payout)
  moveMoney(bank, -amount, 'payout', payout.endToEndId)
  queueSteps(bank, payout, fate.steps)
  return payout
}

function queueSteps(bank: Bank, { endToEndId, idEnvio, requestedAt }: Payout, steps: readonly Step[]): void {
  let dueAt = requestedAt
  for (const step of steps) {
    dueAt += step.after === 'latency' ? bank.latencyOf(idEnvio) : step.after
    queueTask(bank, 'payout step', endToEndId, step, dueAt)
  }
}

const invalidValue = (mensagem: string) => named(400, 'valor_invalido', `Campo ${mensagem}.`)

const refusedAs = ({ status, nome, mensagem }: Refusal) => named(status, nome, mensagem)
