// The forms in which a request to authorise is asked for and revised, after the Central Bank's SolicRecSolicitada and SolicRecRevisada.
import { type Static, Type } from 'typebox'
import { CnpjText, CpfText } from '../http/forms.ts'

export const SolicRecForm = Type.Object({
  idRec: Type.String({ pattern: '^[a-zA-Z0-9]{29}$' }),
  calendario: Type.Object({ dataExpiracaoSolicitacao: Type.String({ format: 'date-time' }) }),
  destinatario: Type.Object({
    conta: Type.String({ minLength: 1, maxLength: 20 }),
    ispbParticipante: Type.String({ pattern: '^[0-9A-Z]{8}$' }),
    agencia: Type.Optional(Type.String({ maxLength: 4 })),
    cpf: Type.Optional(CpfText),
    cnpj: Type.Optional(CnpjText),
  }),
})
export type SolicRecRequest = Static<typeof SolicRecForm>

export const SolicRecRevisionForm = Type.Object({ status: Type.Literal('CANCELADA') })
