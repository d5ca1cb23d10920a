// The forms in which a recurring charge is asked for and revised, after the Central Bank's CobRSolicitada and CobRRevisada.
import { type Static, Type } from 'typebox'
import { Amount, CnpjText, CpfText, Day } from '../http/forms.ts'
import { PeriodQuery } from '../http/paging.ts'

const IdRec = Type.String({ pattern: '^[a-zA-Z0-9]{29}$' })

export const CobrForm = Type.Object({
  idRec: IdRec,
  infoAdicional: Type.Optional(Type.String({ maxLength: 140 })),
  calendario: Type.Object({ dataDeVencimento: Day }),
  valor: Type.Object({ original: Amount }),
  ajusteDiaUtil: Type.Optional(Type.Boolean()),
  devedor: Type.Optional(
    Type.Object({
      email: Type.Optional(Type.String()),
      logradouro: Type.Optional(Type.String({ maxLength: 200 })),
      cidade: Type.Optional(Type.String({ maxLength: 200 })),
      uf: Type.Optional(Type.String({ maxLength: 2 })),
      cep: Type.Optional(Type.String({ maxLength: 8 })),
    }),
  ),
  recebedor: Type.Object({
    agencia: Type.Optional(Type.String({ maxLength: 4 })),
    conta: Type.String({ minLength: 1, maxLength: 20 }),
    tipoConta: Type.Enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO']),
  }),
})
export type CobrRequest = Static<typeof CobrForm>

export const CobrRevisionForm = Type.Object({ status: Type.Literal('CANCELADA') })

export const CobrListQuery = Type.Object({
  ...PeriodQuery.properties,
  idRec: Type.Optional(IdRec),
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
  status: Type.Optional(Type.String({ maxLength: 40 })),
  convenio: Type.Optional(Type.String({ maxLength: 60 })),
})
export type CobrFilters = Static<typeof CobrListQuery>
