// An adapter whose PSP gives the answers that a test writes down, and the words in which PSPs refuse.
import { openEfi } from '#psp/adapters/efi.ts'
import type { Reply } from '#psp/client/http.ts'
import type { Outcome, Psp } from '#psp/port.ts'

/** These answers, one after the other, the last for ever. `asked` leaves the last part of a path out, which is an id. */
export function answering(...replies: Reply[]): { psp: Psp; asked: string[] } {
  const asked: string[] = []
  const http = {
    async call(method: string, path: string) {
      asked.push(`${method} ${path.split('/').slice(0, -1).join('/')}`)
      return (replies.length > 1 ? replies.shift() : replies[0]) as Reply
    },
    probe: async () => ({ kind: 'unknown' as const, reason: 'nobody' }),
    close: async () => {},
  }
  return { psp: openEfi({ http, pixKey: 'key' }), asked }
}

export const nome = (name: string) => ({ nome: name, mensagem: 'Mensagem.' })

export const problem = (type: string, blamed: string[] = []) => ({
  type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
  title: 'T',
  detail: 'D',
  ...(blamed.length > 0 && { violacoes: blamed.map(propriedade => ({ razao: 'R', propriedade })) }),
})

/** An outcome in a line; "!" where the operator must act, "(unsent)" where nothing left the gateway. */
export function inWords<T>(outcome: Outcome<T>, done: (value: T) => string): string {
  if (outcome.kind === 'done') return `done ${done(outcome.value)}`
  if (outcome.kind === 'refused') return `refused ${outcome.code}`
  return `unknown ${outcome.reason}${outcome.alert ? ' !' : ''}${outcome.unsent ? ' (unsent)' : ''}`
}
