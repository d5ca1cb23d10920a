// The one customer of this bank: the operator of the gateway under development. Everything here is well known and fixed, so
// that a fresh checkout needs no registration anywhere. Nothing of it may ever be accepted by a real bank.
import { centavos } from '#kernel/money.ts'

export const CUSTOMER = {
  clientId: 'porteira',
  name: 'PORTEIRA DEMONSTRACAO',
  city: 'SAO PAULO',
  cnpj: '11222333000181',
  pixKey: '5f84a4c5-c5cb-4599-8f13-7eb4d419dacc',
  address: { logradouro: 'Avenida Paulista, 1000', cidade: 'Sao Paulo', uf: 'SP', cep: '01310100' },
  /** Where recurring charges are credited: no other account is taken. */
  account: { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' },
  /** The only agreement between receiver and bank that a recurrence may name. */
  convenio: 'PORTEIRA',
} as const

export const DEFAULT_CLIENT_SECRET = 'sandbox-secret'

export const OPENING_BALANCE = centavos(100_000_000)

/** ISPB codes that no institution has: this bank's own, and that of the bank where the test buyers keep their money. */
export const BANK_ISPB = '99990001'
export const BUYERS_BANK_ISPB = '99990002'
/** The town of the test buyers, by the code of the IBGE: São Paulo. */
export const BUYERS_TOWN = '3550308'
