// Where an alarm leads that names what it is about only in what is known of it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { wayOf } from '../../panel/src/operator/house/alerts/alert-link.ts'

it('a payment that the PSP does not confirm leads to the cashout itself, callbacks to those that can be tried again', () => {
  const unconfirmed = 'the PSP does not confirm what its list says of a payment'
  assert.deepEqual(wayOf({ said: unconfirmed, subject: null, known: { pspAccountId: 1, payoutId: 'p1' } }), {
    to: '/operacao/saques/em-andamento',
    search: { id: 'p1' },
  })
  assert.deepEqual(wayOf({ said: unconfirmed, subject: null, known: {} })?.search, { olderThan: '60' })
  for (const message of ['a callback cannot be read', 'a callback has been tried in vain'])
    assert.deepEqual(wayOf({ said: message, subject: null, known: { pspAccountId: 1 } }), {
      to: '/operacao/avisos-psp',
      search: { status: 'dead' },
    })
})
