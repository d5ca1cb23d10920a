// The forms in which a recurrence is asked for and revised, after the Central Bank's RecSolicitada and RecRevisada.
import { type Static, Type } from 'typebox'
import { PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { Amount, CnpjText, CpfText, Day, TxidText } from '../http/forms.ts'
import { PeriodQuery } from '../http/paging.ts'

const Nome = Type.String({ minLength: 1, maxLength: 140 })
const Loc = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Ativacao = Type.Object({ dadosJornada: Type.Optional(Type.Object({ txid: TxidText })) })

export const RecForm = Type.Object({
  vinculo: Type.Object({
    contrato: Type.String({ minLength: 1, maxLength: 35 }),
    devedor: Type.Object({ cpf: Type.Optional(CpfText), cnpj: Type.Optional(CnpjText), nome: Nome }),
    objeto: Type.Optional(Type.String({ maxLength: 35 })),
  }),
  calendario: Type.Object({
    dataInicial: Day,
    dataFinal: Type.Optional(Day),
    periodicidade: Type.Enum([...PERIODICITIES]),
  }),
  valor: Type.Optional(Type.Object({ valorRec: Type.Optional(Amount), valorMinimoRecebedor: Type.Optional(Amount) })),
  recebedor: Type.Optional(Type.Object({ convenio: Type.Optional(Type.String({ maxLength: 60 })) })),
  politicaRetentativa: Type.Enum(['NAO_PERMITE', 'PERMITE_3R_7D']),
  loc: Type.Optional(Loc),
  ativacao: Type.Optional(Ativacao),
})
export type RecRequest = Static<typeof RecForm>

export const RecRevisionForm = Type.Object({
  status: Type.Optional(Type.Literal('CANCELADA')),
  vinculo: Type.Optional(Type.Object({ devedor: Type.Optional(Type.Object({ nome: Nome })) })),
  calendario: Type.Optional(Type.Object({ dataInicial: Type.Optional(Day) })),
  loc: Type.Optional(Loc),
  ativacao: Type.Optional(Ativacao),
})
export type RecRevision = Static<typeof RecRevisionForm>

export const OneRecQuery = Type.Object({ txid: Type.Optional(Type.String({ maxLength: 35 })) })

export const RecListQuery = Type.Object({
  ...PeriodQuery.properties,
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
  locationPresente: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.String({ maxLength: 40 })),
  convenio: Type.Optional(Type.String({ maxLength: 60 })),
})
export type RecFilters = Static<typeof RecListQuery>
