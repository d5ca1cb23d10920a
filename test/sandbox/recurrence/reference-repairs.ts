// What is wrong in the Central Bank's file about recurring PIX, each repair with its reason.

// biome-ignore lint/suspicious/noExplicitAny: the file is what it is; where it lacks something, reading it fails.
type Node = any

export interface Repair {
  why: string
  mend(document: Node): void
}

const without = (node: Node, ...names: string[]) => {
  node.required = node.required.filter((name: string) => !names.includes(name))
}

export const RECURRENCE_REPAIRS: Repair[] = [
  {
    why: 'a recurrence demands a retentativa, which none has, and an idRec of whom asks for one, which the bank mints',
    mend: ({ components: { schemas } }) => without(schemas.RecBase, 'retentativa', 'idRec'),
  },
  {
    why: 'the notification of a recurrence demands a property whose name ends in a quotation mark',
    mend: ({ components: { schemas } }) => {
      schemas.RecNotification.required = ['idRec', 'status', 'atualizacao']
    },
  },
  {
    why: 'the debtor in a revision may be one of two forms that are the same, so that every name fits both and is refused',
    mend: ({ components: { schemas } }) => {
      const { properties } = schemas.RecRevisada.allOf.find((one: Node) => one.properties?.vinculo !== undefined)
      const { devedor } = properties.vinculo.properties
      devedor.anyOf = devedor.oneOf
      delete devedor.oneOf
    },
  },
  {
    why: 'an end is either a rejection or a cancellation, and neither form demands its own, so that each end fits both',
    mend: ({ components: { schemas } }) => {
      for (const { properties } of [schemas.RecEncerramento, schemas.CobRAtualizacao])
        for (const form of properties.encerramento.oneOf) form.required = Object.keys(form.properties)
    },
  },
  {
    why: 'a request to authorise demands pagador, and its answer rec, which they do not have',
    mend: ({ components: { schemas } }) => {
      without(schemas.SolicRecBase, 'pagador')
      without(schemas.SolicRecCompleta, 'rec')
    },
  },
  {
    why: 'a recurrence demands the ispbParticipante of its payer beside the payer, where there is none yet',
    mend: ({ components: { schemas } }) => {
      without(schemas.DadosPagadorRec, 'ispbParticipante')
      schemas.DadosPagadorRec.properties.pagador.required = ['ispbParticipante']
    },
  },
  {
    why: 'ajusteDiaUtil is demanded and has a default',
    mend: ({ components: { schemas } }) => {
      without(schemas.CobRBase, 'ajusteDiaUtil')
    },
  },
  {
    why: 'a bill demands the address of its receiver beside the receiver, who has it',
    mend: ({ components: { schemas } }) => without(schemas.DadosRecebedor, 'logradouro', 'cidade', 'uf', 'cep'),
  },
  {
    why: 'a list of bills demands an idCob, which no charge has',
    mend: ({ components: { schemas } }) => {
      for (const node of schemas.CobsVConsultadas.properties.cobs.items.allOf)
        if (node.required !== undefined) without(node, 'idCob')
    },
  },
  {
    why: 'amounts of a Pix of a recurring charge are texts, and have to be one of several objects as well',
    mend: ({ components: { schemas } }) => {
      delete schemas.PixAutomatico.properties.valor.anyOf
    },
  },
]
