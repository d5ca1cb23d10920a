// The groups of operations, in the order in which docs/guides/integrate.md comes to them; those of the panel behind them, by name.

const PUBLIC: Readonly<Record<string, string>> = {
  Balance: 'What the account has, and what is still to come of sales by boleto and card. Integer cents.',
  Sales: 'Selling by PIX, boleto, card and transfer, and refunding what was paid. Integer cents.',
  Checkout: 'Payment links, and checkout sessions for one buyer, at the hosted checkout.',
  Carts: 'Carts of the hosted checkout and of shops of your own.',
  Disputes: 'What payers claim back.',
  Cashouts: 'Money out to a PIX key. Reais, as text with two decimals.',
  Statement: 'Every change of the balance, with its reason.',
  'Recurring PIX': 'Pix Automático: recurrences, and the debits of their cycles.',
  Events: 'What has happened, for servers that catch up.',
  Webhooks: 'Where notifications go, and what became of each.',
  Requests: 'What was asked of the API with the account’s keys.',
  Health: 'For monitoring.',
}

export interface Tag {
  name: string
  description: string
}

/** Of the operations of one document. */
export function tagsOf(names: Iterable<string>): Tag[] {
  const used = new Set(names)
  const known = Object.keys(PUBLIC).filter(name => used.has(name))
  const others = [...used].filter(name => !(name in PUBLIC)).toSorted()
  return [...known, ...others].map(name => ({ name, description: PUBLIC[name] ?? `${name}: for the panel.` }))
}
