// Efí's API as its SDK 2.0.1 types it and its documentation of July 2024 shows it: refusals with `nome`, 400 for what is not
// there, infractions with numbers, the time of a sent Pix's return as text.
import { type Centavos, toCentsNumber, toReais } from '#kernel/money.ts'
import type { CobrWire } from '../cobr/wire.ts'
import { CUSTOMER } from '../customer.ts'
import type { Infracao } from '../med/store.ts'
import type { Pix } from '../pix/store.ts'
import type { RecWire } from '../rec/wire.ts'
import type { Settings } from '../settings.ts'
import type { Dialect } from './dialect.ts'
import { efiRefusal } from './efi-refusal.ts'
import { defenceOf, instant } from './infraction.ts'

export const efi: Dialect = {
  refusal: efiRefusal,
  // The documentation says e2eId, the SDK endToEndId.
  acceptedId: endToEndId => ({ e2eId: endToEndId, endToEndId }),
  sentReturn: ({ rtrId, amount, returnedAt }) => ({ rtrId, valor: toReais(amount), horario: instant(returnedAt) }),
  recurrence,
  recurringCharge,
  infraction,
  refusesStrays: true,
  tellsDefended: false,
  needsBranch: true,
  registered: 201,
}

/** The documentation's example has the receiver's CNPJ as a number, and the journey beside the charge that it names. */
function recurrence({ recebedor, ativacao: { tipoJornada, dadosJornada }, ...rest }: RecWire) {
  const cnpj = Number(recebedor.cnpj)
  return { ...rest, recebedor: { ...recebedor, cnpj }, ativacao: { dadosJornada: { tipoJornada, ...dadosJornada } } }
}

/** The SDK's tries have no reason for a rejection; the charge has it in its end. */
function recurringCharge({ tentativas, ...rest }: CobrWire) {
  if (tentativas === undefined) return rest
  return { ...rest, tentativas: tentativas.map(({ rejeicao: _reason, ...one }) => one) }
}

const TICKET = 94

function infraction(one: Infracao, pix: Pix | undefined, { infractionAmounts }: Settings) {
  return {
    idInfracao: one.id,
    endToEndId: one.endToEndId,
    protocolo: Number(one.protocolo.replace(/\D/g, '')),
    dataTransacao: instant(pix?.receivedAt ?? one.openedAt),
    valor: infractionAmounts === 'centavos' ? toCentsNumber(one.amount) : inReais(one.amount),
    ...(pix !== undefined && { chave: pix.chave }),
    status: one.status,
    razao: one.razao,
    tipoSituacao: 'golpe',
    ...defenceOf(one),
    identificadorTicket: [TICKET],
    origem: participant('Banco dos Compradores', pix?.payer.name, pix?.payer.document),
    destino: participant('Banco de Teste', CUSTOMER.name, CUSTOMER.cnpj),
    criadoEm: instant(one.openedAt),
    atualizadoEm: instant(one.endedAt ?? one.defendedAt ?? one.openedAt),
  }
}

const inReais = (amount: Centavos): number => Number(toReais(amount))

const participant = (nomeParticipante: string, nome = 'Desconhecido', documento = '') => ({
  nomeParticipante,
  conta: 10_001,
  nome,
  documento,
})
