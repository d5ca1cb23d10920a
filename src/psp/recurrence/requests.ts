// The bodies of what is asked of a PSP about recurring PIX, in the Central Bank's form.
import { toReais } from '#kernel/money.ts'
import { documentBody } from '../adapters/charge-body.ts'
import type { AuthorizationRequest, DebitRequest, ReceivingAccount, RecurrenceRequest } from './port.ts'

const MAX_DEBTOR_NAME = 140

export const CANCELLATION = { status: 'CANCELADA' }

export function recurrenceBody(request: RecurrenceRequest) {
  const { contract, object, debtor, startsOn, endsOn, periodicity, locationId, activatedBy } = request
  const devedor = { ...documentBody(debtor.document), nome: debtor.name.slice(0, MAX_DEBTOR_NAME) }
  return {
    vinculo: { contrato: contract, devedor, ...(object !== '' && { objeto: object }) },
    calendario: { dataInicial: startsOn, ...(endsOn !== null && { dataFinal: endsOn }), periodicidade: periodicity },
    ...amountsOf(request),
    politicaRetentativa: request.retryPolicy,
    // A bare number here, and an object in answers.
    ...(locationId !== null && { loc: Number(locationId) }),
    ...(activatedBy !== null && { ativacao: { dadosJornada: { txid: activatedBy } } }),
  }
}

/** Neither: each debit has an amount of its own, without a minimum. */
function amountsOf({ amount, minimum }: RecurrenceRequest) {
  if (amount !== null) return { valor: { valorRec: toReais(amount) } }
  return minimum === null ? {} : { valor: { valorMinimoRecebedor: toReais(minimum) } }
}

export const changeBody = ({ startsOn, debtorName }: { startsOn?: string; debtorName?: string }) => ({
  ...(startsOn !== undefined && { calendario: { dataInicial: startsOn } }),
  ...(debtorName !== undefined && { vinculo: { devedor: { nome: debtorName.slice(0, MAX_DEBTOR_NAME) } } }),
})

export const requestBody = ({ idRec, expiresAt, payer }: AuthorizationRequest) => ({
  idRec,
  calendario: { dataExpiracaoSolicitacao: expiresAt.toISOString() },
  destinatario: {
    ispbParticipante: payer.ispb,
    conta: payer.account,
    ...(payer.branch !== null && { agencia: payer.branch }),
    ...documentBody(payer.document),
  },
})

export const debitBody = (request: DebitRequest, { branch, account, type }: ReceivingAccount) => ({
  idRec: request.idRec,
  calendario: { dataDeVencimento: request.dueOn },
  valor: { original: toReais(request.amount) },
  recebedor: { ...(branch !== null && { agencia: branch }), conta: account, tipoConta: type },
  ajusteDiaUtil: request.adjustsToBusinessDay,
  ...(request.info !== '' && { infoAdicional: request.info }),
})
