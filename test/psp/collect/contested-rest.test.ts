// What is contested of a card of which some has gone back, or was lost before: no more than is left of it leaves the account.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openCardScene } from './card-scene.ts'

it('a card that is contested by itself, after a part was refunded', async t => {
  const { paid, reaches, control, balance, moveTo } = await openCardScene(t, 'efi')
  const { chargeId } = await paid('contested')
  const id = { chargeId: Number(chargeId) }
  await control('/sandbox/settle', id)
  await control('/sandbox/card-refund', { ...id, amount: '30.00' })
  await moveTo('2026-11-23T15:03:00Z')
  await reaches(chargeId, 'contested')
  await control(`/sandbox/chargeback/${chargeId}/decide/lost`)
  await reaches(chargeId, 'refunded')
  assert.equal(await balance(), '1000000.00')
})

it('a card that is contested again, after a part was lost', async t => {
  const { paid, reaches, control, balance } = await openCardScene(t, 'efi')
  const { chargeId } = await paid('approved')
  const id = { chargeId: Number(chargeId) }
  await control('/sandbox/settle', id)
  for (const more of [{ amount: '30.00' }, {}]) {
    await control('/sandbox/chargeback', { ...id, ...more })
    await control(`/sandbox/chargeback/${chargeId}/decide/lost`)
  }
  await reaches(chargeId, 'refunded')
  assert.equal(await balance(), '1000000.00')
})
