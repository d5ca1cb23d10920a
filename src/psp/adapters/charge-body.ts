// By what charges are made, in the Central Bank's form.
import { toReais } from '#kernel/money.ts'
import type { ChargeRequest } from '../port.ts'
import type { DueChargeRequest } from '../recurrence/port.ts'

const CPF_DIGITS = 11
const MAX_PAYER_NAME = 200

/** cob. */
export const chargeBody = ({ expiresInSeconds, payer, amount }: ChargeRequest, chave: string) => ({
  calendario: { expiracao: expiresInSeconds },
  ...(payer && { devedor: payerBody(payer) }),
  valor: { original: toReais(amount) },
  chave,
})

/** cobv. */
export const dueChargeBody = ({ dueOn, payableDaysAfter, payer, amount }: DueChargeRequest, chave: string) => ({
  calendario: { dataDeVencimento: dueOn, validadeAposVencimento: payableDaysAfter },
  devedor: payerBody(payer),
  valor: { original: toReais(amount) },
  chave,
})

const payerBody = ({ name, document }: { name: string; document: string }) => ({
  ...documentBody(document),
  nome: name.slice(0, MAX_PAYER_NAME),
})

export const documentBody = (document: string) => ({ [document.length === CPF_DIGITS ? 'cpf' : 'cnpj']: document })
