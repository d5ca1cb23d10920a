// Requests that are ready to be pasted, with a key pair in them.

export interface Keys {
  publicKey: string
  privateKey: string
}

export const LANGUAGES = ['curl', 'node'] as const
export type Language = (typeof LANGUAGES)[number]

export const EXAMPLES = ['balance', 'sale'] as const
export type Example = (typeof EXAMPLES)[number]

const PATHS: Record<Example, string> = { balance: '/api/public/balance', sale: '/api/transactions' }

/** R$ 150,00: small enough to pay in a trial, and enough for a cashout afterwards. */
const SALE = {
  amount: 15_000,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: 15_000, quantity: 1 }],
}

export const linesIn = (language: Language, example: Example, origin: string, keys: Keys): string =>
  (language === 'curl' ? curlOf : nodeOf)(example, `${origin}${PATHS[example]}`, keys)

const headersOf = ({ publicKey, privateKey }: Keys, example: Example): [string, string][] => [
  ['X-Api-Public-Key', publicKey],
  ['X-Api-Private-Key', privateKey],
  ...(example === 'sale' ? [['Content-Type', 'application/json'] satisfies [string, string]] : []),
]

const curlOf = (example: Example, url: string, keys: Keys): string =>
  [
    `curl ${url}`,
    ...headersOf(keys, example).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(example === 'sale' ? [`-d '${JSON.stringify(SALE, null, 2)}'`] : []),
  ].join(' \\\n  ')

const nodeOf = (example: Example, url: string, keys: Keys): string => {
  const headers = headersOf(keys, example).map(([name, value]) => `    '${name}': '${value}',\n`)
  const body = example === 'sale' ? `  method: 'POST',\n  body: JSON.stringify(${indented(SALE)}),\n` : ''
  return `const answer = await fetch('${url}', {\n${body}  headers: {\n${headers.join('')}  },\n})
console.log(await answer.json())`
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
