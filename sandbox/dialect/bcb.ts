// The Central Bank's API as its file describes it: RFC 7807, 404 for what is not there. What that API does not have (sending,
// infractions) has the form of Efí's older documents, with every figure as text.
import { toReais } from '#kernel/money.ts'
import { BANK_ISPB, BUYERS_BANK_ISPB } from '../customer.ts'
import type { Dialect } from './dialect.ts'
import { defenceOf, instant } from './infraction.ts'

export const bcb: Dialect = {
  refusal: refused => refused,
  acceptedId: endToEndId => ({ e2eId: endToEndId }),
  sentReturn: ({ rtrId, amount, returnedAt }) => ({
    rtrId,
    valor: toReais(amount),
    horario: { liquidacao: instant(returnedAt) },
  }),
  recurrence: wire => wire,
  recurringCharge: wire => wire,
  infraction: (one, pix) => ({
    idInfracao: one.id,
    endToEndId: one.endToEndId,
    protocolo: one.protocolo,
    dataTransacao: instant(pix?.receivedAt ?? one.openedAt),
    valor: toReais(one.amount),
    ...(pix !== undefined && { chave: pix.chave }),
    status: one.status,
    razao: one.razao,
    tipoSituacao: 'GOLPE',
    ...defenceOf(one),
    origem: { ispb: BUYERS_BANK_ISPB },
    destino: { ispb: BANK_ISPB },
  }),
  refusesStrays: false,
  tellsDefended: true,
  needsBranch: false,
  registered: 200,
}
