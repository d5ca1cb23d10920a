// What both dialects say of an infraction in the same way: its defence and the dates of its analysis.
import type { Infracao } from '../med/store.ts'

export const instant = (at: number): string => new Date(at).toISOString()

export const defenceOf = ({ defesa, openedAt, deadlineAt, defendedAt, endedAt }: Infracao) => ({
  ...(defesa !== null && { defesa }),
  dadosAnalise: {
    abertura: instant(openedAt),
    prazoFinalizacao: instant(deadlineAt),
    ...(defendedAt !== null && { recebimentoDefesa: instant(defendedAt) }),
    ...(endedAt !== null && { finalizacao: instant(endedAt) }),
  },
})
