// The settings of the hosted checkout.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'

test('settings of the hosted checkout are read', () => {
  const { checkoutLimits, cartKeepDays, reservedNames } = readConfig({
    CHECKOUT_LIMITS: 'off',
    CART_KEEP_DAYS: '365',
    RESERVED_NAMES: ' Banco do Zé , Padaria Real ',
  })
  assert.deepEqual([checkoutLimits, cartKeepDays, reservedNames], [false, 365, ['Banco do Zé', 'Padaria Real']])
})

for (const [name, values, expected] of [
  ['CHECKOUT_LIMITS', ['false', '0'], /CHECKOUT_LIMITS must be off or on\./],
  ['CART_KEEP_DAYS', ['0', '366', '30d'], /CART_KEEP_DAYS must be a whole number from 1/],
  ['RESERVED_NAMES', ['ab', 'Banco do Zé,', 'a'.repeat(61)], /RESERVED_NAMES must be names of 3 to 60 characters/],
  [
    'CEP_URL',
    ['https://cep.example.com/json', 'ftp://cep.example.com/{cep}', '{cep}', 'https://{cep}.example.com/'],
    /CEP_URL must be an address with \{cep\} in its path or query/,
  ],
] as const)
  test(`${name} is refused by name`, () => {
    for (const value of values) assert.throws(() => readConfig({ [name]: value }), expected, value)
  })
