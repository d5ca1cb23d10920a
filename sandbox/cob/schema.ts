// The forms in which a charge is asked for and revised, after the Central Bank's CobSolicitada and CobRevisada.
import { type Static, Type } from 'typebox'
import { Amount, CnpjText, CpfText } from '../http/forms.ts'
import { PeriodQuery } from '../http/paging.ts'

const MAX_SECONDS = 2_147_483_647
const MAX_KEY_CHARACTERS = 77

const Calendario = Type.Object({ expiracao: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SECONDS })) })

const DevedorForm = Type.Object({
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
  nome: Type.String({ minLength: 1, maxLength: 200 }),
})
export type Devedor = Static<typeof DevedorForm>

const modalidadeAlteracao = Type.Optional(Type.Integer({ minimum: 0, maximum: 1 }))
// Withdrawal and change at a shop are products of their own, which this bank does not have: refused, never ignored.
const retirada = Type.Optional(Type.Never())

const common = {
  devedor: Type.Optional(DevedorForm),
  loc: Type.Optional(Type.Object({ id: Type.Integer() })),
  solicitacaoPagador: Type.Optional(Type.String({ maxLength: 140 })),
  infoAdicionais: Type.Optional(
    Type.Array(Type.Object({ nome: Type.String({ maxLength: 50 }), valor: Type.String({ maxLength: 200 }) }), {
      maxItems: 50,
    }),
  ),
}

export const AskedForm = Type.Object({
  calendario: Calendario,
  valor: Type.Object({ original: Amount, modalidadeAlteracao, retirada }),
  chave: Type.String({ maxLength: MAX_KEY_CHARACTERS }),
  ...common,
})
export type Asked = Static<typeof AskedForm>

export const RevisionForm = Type.Object({
  calendario: Type.Optional(Calendario),
  valor: Type.Optional(Type.Object({ original: Type.Optional(Amount), modalidadeAlteracao, retirada })),
  chave: Type.Optional(Type.String({ maxLength: MAX_KEY_CHARACTERS })),
  status: Type.Optional(Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR')),
  ...common,
})
export type Revision = Static<typeof RevisionForm>

export const OneQuery = Type.Object({ revisao: Type.Optional(Type.Integer({ minimum: 0 })) })

export const ListQuery = Type.Object({
  ...PeriodQuery.properties,
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
  locationPresente: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.String({ maxLength: 40 })),
})
