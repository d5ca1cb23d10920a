// Changes that are refused, with what they are answered: of a recurrence, and of a debit that is planned. It is January 4, 2027; the first
// cycle begins on the 13th.

type Row<Kind> = [kind: Kind, body: unknown, expected: RegExp]

export const REFUSED_CHANGES: Row<'offered' | 'bill' | 'usual' | 'fixed' | 'authorised'>[] = [
  ['offered', {}, /^400 INVALID_DATA body: expected at least one field/],
  ['offered', { dataInicial: '2027-01-06' }, /^400 INVALID_DATA dataInicial: expected 2027-01-07 or later/],
  ['offered', { dataInicial: '2027-02-30' }, /^400 INVALID_DATA dataInicial: /],
  ['offered', { dataInicial: null }, /^400 INVALID_DATA .*dataInicial/],
  [
    'bill',
    { dataInicial: '2027-01-12' },
    /^400 INVALID_DATA dataInicial: expected a day after the first payment: 2027-01-13/,
  ],
  ['offered', { customer: { name: '' } }, /^400 INVALID_DATA .*name/],
  ['offered', { customer: { name: ' ' } }, /^400 INVALID_DATA customer.name: /],
  ['offered', { customer: { email: 'nobody' } }, /^400 INVALID_DATA customer.email: /],
  ['offered', { items: [] }, /^400 INVALID_DATA .*items/],
  ['offered', { items: [{ title: 'x', unitPrice: 1.5, quantity: 1 }] }, /^400 INVALID_DATA .*items/],
  ['offered', { valorPadrao: 999 }, /^400 INVALID_DATA valorPadrao: expected at least valorMinimo/],
  [
    'usual',
    { valorPadrao: 50 },
    /^400 INVALID_DATA .*valorPadrao|^422 GENERAL_ERROR valorPadrao: nothing would be left/,
  ],
  ['fixed', { valorPadrao: 5000 }, /^400 INVALID_DATA valorPadrao: expected to be absent beside valor/],
  ['fixed', { diasRetentativa: [2] }, /^400 INVALID_DATA diasRetentativa: /],
  ['authorised', { diasRetentativa: [4, 2] }, /^400 INVALID_DATA diasRetentativa: /],
  ['authorised', { diasRetentativa: [2, 2] }, /^400 INVALID_DATA diasRetentativa: /],
  ['authorised', { diasRetentativa: [8] }, /^400 INVALID_DATA .*diasRetentativa/],
  ['authorised', { diasRetentativa: [1, 2, 3, 4] }, /^400 INVALID_DATA .*diasRetentativa/],
  ['offered', { atrasoMaximoDias: 8 }, /^400 INVALID_DATA .*atrasoMaximoDias/],
  ['offered', { cobrancaAutomatica: 'yes' }, /^400 INVALID_DATA .*cobrancaAutomatica/],
  ['offered', { infoAdicional: 'x'.repeat(141) }, /^400 INVALID_DATA .*infoAdicional/],
  ['offered', { externalReference: 'x'.repeat(65) }, /^400 INVALID_DATA .*externalReference/],
  ['offered', { postbackUrl: 'ftp://example.com' }, /^400 INVALID_DATA postbackUrl: /],
]

export const REFUSED_CHANGES_OF_A_DEBIT: Row<'moved' | 'waiting' | 'usual'>[] = [
  ['moved', {}, /^400 INVALID_DATA/],
  ['moved', { amount: 4991 }, /^400 INVALID_DATA amount: expected 4990/],
  ['waiting', { amount: 999 }, /^400 INVALID_DATA amount: expected at least 1000/],
  ['waiting', { amount: null }, /^400 INVALID_DATA amount/],
  ['usual', { amount: 50 }, /^400 INVALID_DATA amount|^422 GENERAL_ERROR amount: nothing would be left/],
  [
    'moved',
    { dataDeVencimento: '2027-02-20' },
    /^400 INVALID_DATA dataDeVencimento: expected a day of the same cycle, 1/,
  ],
  ['moved', { dataDeVencimento: '2027-01-12' }, /^400 INVALID_DATA dataDeVencimento: .* from 2027-01-13 on/],
  ['moved', { dataDeVencimento: '2027-01-06' }, /^400 INVALID_DATA dataDeVencimento: .* from 2027-01-07 to/],
  ['moved', { dataDeVencimento: '2027-13-01' }, /^400 INVALID_DATA dataDeVencimento: /],
  ['moved', { items: [] }, /^400 INVALID_DATA .*items/],
  ['moved', { ciclo: 2 }, /^400 INVALID_DATA/],
  ['moved', { status: 'CANCELADA' }, /^400 INVALID_DATA/],
]
