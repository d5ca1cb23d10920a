// What tests of the pages share: a buyer with a browser's manners and no JavaScript, over plain HTTP.
import type { TestGateway } from '../gateway.ts'

export interface Answer {
  status: number
  headers: Headers
  /** The page, or where a form has led to. */
  text: string
  location: string | null
}

export interface Buyer {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Sends a form, from a page of the gateway unless the headers say otherwise. */
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** Sends a form and goes where it leads. */
  go(path: string, fields: Record<string, string>): Promise<Answer & { path: string }>
  cookie: string
}

export const CONTACT = { nome: 'Ana Souza', email: 'ana@example.com', celular: '(11) 98765-4321' }
export const ADDRESS = {
  cep: '01001-000',
  rua: 'Praça da Sé',
  numero: '220',
  complemento: '',
  bairro: 'Sé',
  cidade: 'São Paulo',
  uf: 'SP',
}

export function buyerAt({ url }: Pick<TestGateway, 'url'>): Buyer {
  const buyer: Buyer = {
    cookie: '',
    get: (path, headers = {}) => request(path, { headers }),
    send: (path, fields, headers = {}) =>
      request(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: url, ...headers },
      }),
    async go(path, fields) {
      const sent = await buyer.send(path, fields)
      if (sent.location === null) throw new Error(`the form led nowhere: ${sent.status} ${textOf(sent)}`)
      return { ...(await buyer.get(sent.location)), path: sent.location }
    },
  }
  async function request(
    path: string,
    init: { method?: string; body?: URLSearchParams; headers: Record<string, string> },
  ) {
    const headers = { ...(buyer.cookie !== '' && { cookie: buyer.cookie }), ...init.headers }
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    const set = answer.headers.getSetCookie()[0]
    if (set !== undefined) buyer.cookie = set.split(';')[0] ?? ''
    const location = answer.headers.get('location')
    return { status: answer.status, headers: answer.headers, text: await answer.text(), location }
  }
  return buyer
}

/** What a person reads. */
export const textOf = ({ text }: { text: string }): string =>
  text
    .replaceAll(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

/** What a field of the page's form holds. */
export const fieldValue = ({ text }: { text: string }, name: string): string =>
  new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? ''

/** What the form of the pay step sends as it was rendered. */
export const payForm = (page: { text: string }): Record<string, string> => ({
  tentativa: fieldValue(page, 'tentativa'),
  total: fieldValue(page, 'total'),
  metodo: 'PIX',
})

export const screenIn = ({ text }: { text: string }): string => /data-screen="(\w+)"/.exec(text)?.[1] ?? 'none'

export const codeIn = ({ text }: { text: string }): string => /<textarea[^>]*>([^<]+)</.exec(text)?.[1] ?? ''
