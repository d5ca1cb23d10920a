// The forms in which a charge with a due day is asked for and revised, after the Central Bank's CobVSolicitada and CobVRevisada.
import { type Static, Type } from 'typebox'
import { Amount, CnpjText, CpfText, Day } from '../http/forms.ts'
import { PeriodQuery } from '../http/paging.ts'

const Calendario = Type.Object({
  dataDeVencimento: Day,
  validadeAposVencimento: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_650 })),
})

const Address = {
  email: Type.Optional(Type.String()),
  logradouro: Type.Optional(Type.String({ maxLength: 200 })),
  cidade: Type.Optional(Type.String({ maxLength: 200 })),
  uf: Type.Optional(Type.String({ maxLength: 2 })),
  cep: Type.Optional(Type.String({ maxLength: 8 })),
}

const Devedor = Type.Object({
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
  nome: Type.String({ minLength: 1, maxLength: 200 }),
  ...Address,
})

// An amount that changes with the day of its payment is nothing that this bank has: refused, never ignored.
const dayOfPayment = {
  multa: Type.Optional(Type.Never()),
  juros: Type.Optional(Type.Never()),
  abatimento: Type.Optional(Type.Never()),
  desconto: Type.Optional(Type.Never()),
}

const common = {
  loc: Type.Optional(Type.Object({ id: Type.Integer() })),
  solicitacaoPagador: Type.Optional(Type.String({ maxLength: 140 })),
  infoAdicionais: Type.Optional(
    Type.Array(Type.Object({ nome: Type.String({ maxLength: 50 }), valor: Type.String({ maxLength: 200 }) }), {
      maxItems: 50,
    }),
  ),
}

const Chave = Type.String({ maxLength: 77 })

export const CobvForm = Type.Object({
  calendario: Calendario,
  devedor: Devedor,
  valor: Type.Object({ original: Amount, ...dayOfPayment }),
  chave: Chave,
  ...common,
})
export type CobvRequest = Static<typeof CobvForm>

export const CobvRevisionForm = Type.Object({
  calendario: Type.Optional(Calendario),
  devedor: Type.Optional(Devedor),
  valor: Type.Optional(Type.Object({ original: Type.Optional(Amount), ...dayOfPayment })),
  chave: Type.Optional(Chave),
  status: Type.Optional(Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR')),
  ...common,
})
export type CobvRevision = Static<typeof CobvRevisionForm>

export const OneCobvQuery = Type.Object({ revisao: Type.Optional(Type.Integer({ minimum: 0 })) })

export const CobvListQuery = Type.Object({
  ...PeriodQuery.properties,
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
  locationPresente: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.String({ maxLength: 40 })),
  loteCobVId: Type.Optional(Type.Integer()),
})
