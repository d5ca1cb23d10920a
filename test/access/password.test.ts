import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { it } from 'node:test'
import { hashPassword, verifyPassword } from '#access/passwords/password.ts'

it('a password is verified against its own hash and no other', async () => {
  const kept = await hashPassword('correct horse battery')
  assert.equal(await verifyPassword(kept, 'correct horse battery'), true)
  assert.equal(await verifyPassword(kept, 'correct horse batterz'), false)
  assert.equal(await verifyPassword(kept, ''), false)
})

it('a hash names its parameters, and no two are alike', async () => {
  const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
})

it('a hash with other parameters is verified by those, and a password in either form of its accents', async () => {
  const salt = 'somesaltsomesalt'
  const weaker = { message: 'caf\u00e9', nonce: salt, memory: 4096, passes: 3, parallelism: 2, tagLength: 24 }
  const hash = argon2Sync('argon2id', weaker).toString('base64')
  const kept = `$argon2id$v=19$m=4096,t=3,p=2$${Buffer.from(salt).toString('base64').replaceAll('=', '')}$${hash}`
  assert.equal(await verifyPassword(kept, 'caf\u00e9'), true)
  assert.equal(await verifyPassword(kept, 'cafe\u0301'), true)
  assert.equal(await verifyPassword(kept, 'cafe'), false)
})

it('what is no hash verifies nothing', async () => {
  for (const kept of ['', 'x', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=19456,t=2,p=1$$'])
    assert.equal(await verifyPassword(kept, ''), false)
})
