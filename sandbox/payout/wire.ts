// A sent Pix in Efí's forms, as the dialect in force has them: the answer to the request, the lookup, and the entry of a callback.

import { toReais } from '#kernel/money.ts'
import { maskDocument, parseDocument } from '#kernel/pix/document.ts'
import type { Bank } from '../resources.ts'
import type { PayoutStatus } from './fates.ts'
import { type Payout, returnsOf } from './store.ts'

/** The person behind every key that is no tax id itself. */
const FAVORECIDO = { nome: 'Favorecido de Teste', document: '52998224725' }

export function acceptedWire({ dialect }: Bank, { idEnvio, endToEndId, amount, requestedAt }: Payout) {
  return {
    idEnvio,
    ...dialect().acceptedId(endToEndId),
    valor: toReais(amount),
    horario: { solicitacao: iso(requestedAt) },
    status: 'EM_PROCESSAMENTO',
  }
}

export function payoutWire(bank: Bank, payout: Payout) {
  const returns = returnsOf(bank, payout.endToEndId)
  return {
    endToEndId: payout.endToEndId,
    idEnvio: payout.idEnvio,
    valor: toReais(payout.amount),
    chave: payout.chave,
    status: payout.status,
    ...(payout.info !== null && { infoPagador: payout.info }),
    horario: {
      solicitacao: iso(payout.requestedAt),
      ...(payout.status === 'REALIZADO' && payout.settledAt !== null && { liquidacao: iso(payout.settledAt) }),
    },
    favorecido: {
      ...(bank.settings.read().tellPayee && { chave: payout.favorecidoChave }),
      identificacao: identificationOf(payout),
    },
    ...(returns.length > 0 && { devolucoes: returns.map(bank.dialect().sentReturn) }),
    ...(payout.error !== null && { gnExtras: { idEnvio: payout.idEnvio, erro: payout.error } }),
  }
}

/** What a callback says of the payout, which its fate may have chosen to be stale. */
export function calledWire(bank: Bank, payout: Payout, says: PayoutStatus) {
  const returns = returnsOf(bank, payout.endToEndId)
  const isFailure = says === 'NAO_REALIZADO' && payout.error !== null
  return {
    endToEndId: payout.endToEndId,
    chave: payout.chave,
    tipo: 'SOLICITACAO',
    status: says,
    valor: toReais(payout.amount),
    horario: says === 'REALIZADO' && payout.settledAt !== null ? iso(payout.settledAt) : null,
    ...(payout.info !== null && { infoPagador: payout.info }),
    ...(returns.length > 0 && { devolucoes: returns.map(bank.dialect().sentReturn) }),
    gnExtras: { idEnvio: payout.idEnvio, ...(isFailure && { erro: payout.error }) },
  }
}

function identificationOf({ favorecidoChave, favorecidoDocument }: Payout) {
  const digits = favorecidoDocument ?? parseDocument(favorecidoChave)?.digits ?? FAVORECIDO.document
  const kind = digits.length === 11 ? 'cpf' : 'cnpj'
  return { nome: FAVORECIDO.nome, [kind]: maskDocument(digits) }
}

const iso = (at: number): string => new Date(at).toISOString()
