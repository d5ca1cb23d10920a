// The first words of a seller's commands, by which the program knows what to load.
const SELLERS = [
  'seller',
  'login',
  'logout',
  'whoami',
  'listen',
  'events',
  'sales',
  'cashouts',
  'logs',
  'trigger',
  'docs',
  'mcp',
]

export const isSellers = ([first]: string[]): boolean => first !== undefined && SELLERS.includes(first)
