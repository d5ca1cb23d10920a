// A received Pix and its returns in the forms of the Central Bank's Pix and Devolucao, with Efí's gnExtras for the payer, whom
// the Central Bank's form leaves out.
import { toReais, ZERO } from '#kernel/money.ts'
import { BUYERS_BANK_ISPB } from '../customer.ts'
import { type Devolucao, devolucoesOf } from '../devolucao/store.ts'
import type { Bank } from '../resources.ts'
import { tariffTaken } from '../tariff.ts'
import type { Pix } from './store.ts'

export type PixWire = ReturnType<typeof pixWire>

export function pixWire(bank: Bank, pix: Pix) {
  const devolucoes = devolucoesOf(bank, pix.endToEndId)
  const { name: nome, document } = pix.payer
  const tariff = tariffTaken(bank, pix.endToEndId)
  const documento = document.length === 11 ? { cpf: document } : { cnpj: document }
  return {
    endToEndId: pix.endToEndId,
    ...(pix.txid !== null && { txid: pix.txid }),
    valor: toReais(pix.amount),
    componentesValor: { original: { valor: toReais(pix.amount) } },
    chave: pix.chave,
    horario: new Date(pix.receivedAt).toISOString(),
    ...(pix.info !== null && { infoPagador: pix.info }),
    ...(devolucoes.length > 0 && { devolucoes: devolucoes.map(one => devolucaoWire(bank, one)) }),
    gnExtras: {
      ...(tariff > ZERO && { tarifa: toReais(tariff) }),
      pagador: { nome, ...documento, codigoBanco: BUYERS_BANK_ISPB },
    },
  }
}

export function devolucaoWire(bank: Bank, devolucao: Devolucao) {
  const { id, rtrId, amount, natureza, descricao, requestedAt, settledAt, ...rest } = devolucao
  return {
    id,
    rtrId,
    valor: toReais(amount),
    ...(bank.settings.read().tellNature && { natureza }),
    ...(descricao !== null && { descricao }),
    horario: {
      solicitacao: new Date(requestedAt).toISOString(),
      ...(settledAt !== null && { liquidacao: new Date(settledAt).toISOString() }),
    },
    status: rest.status,
    ...(rest.motivo !== null && { motivo: rest.motivo }),
  }
}
