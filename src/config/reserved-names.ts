// Names that no seller may take on the pages of the checkout, unless RESERVED_NAMES says others: banks, wallets and authorities whose
// name would make a buyer trust a stranger. Words of everyday language that are also names of banks (Inter, Caixa, Next, Original, Neon)
// stand here only with the word that makes them one.
import type { Values } from './environment-values.ts'

export const DEFAULT_RESERVED_NAMES = [
  ...['Banco Central', 'Bacen', 'Receita Federal', 'Gov.br', 'Febraban', 'Serasa', 'Procon'],
  ...[
    'Banco do Brasil',
    'Caixa Econômica',
    'Caixa Federal',
    'Itaú',
    'Bradesco',
    'Santander',
    'Nubank',
    'Nu Pagamentos',
  ],
  ...[
    'Banco Inter',
    'C6 Bank',
    'BTG Pactual',
    'Banco Safra',
    'Banco Original',
    'Banco Pan',
    'Banrisul',
    'Sicoob',
    'Sicredi',
  ],
  ...[
    'Banco Next',
    'Banco Neon',
    'Banco BMG',
    'Banco BV',
    'Banco do Nordeste',
    'Banco da Amazônia',
    'Unicred',
    'Citibank',
  ],
  ...[
    'Mercado Pago',
    'PagSeguro',
    'PagBank',
    'PicPay',
    'PayPal',
    'Efí Bank',
    'Gerencianet',
    'Pagar.me',
    'Stripe',
    'Asaas',
  ],
  ...[
    'Ame Digital',
    'RecargaPay',
    'Banco XP',
    'Banco Votorantim',
    'Stone Pagamentos',
    'Cielo',
    'Getnet',
    'Woovi',
    'OpenPix',
  ],
]

export const reservedNamesOf = (values: Values): readonly string[] =>
  values.read<readonly string[]>(
    'RESERVED_NAMES',
    DEFAULT_RESERVED_NAMES,
    namesIn,
    'names of 3 to 60 characters, separated by commas',
  )

function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(',').map(name => name.trim())
  return names.every(name => name.length >= 3 && name.length <= 60) ? names : undefined
}
