import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadEstimator } from '#access/passwords/new-password.ts'
import { strengthOf } from '#kernel/crypto/password-rule.ts'

const ABOUT = ['ana.souza@lojinha.com.br', 'Ana Souza']

describe('a password', async () => {
  const estimator = await loadEstimator()
  const table: [password: string, isAccepted: boolean, why: string][] = [
    ['12345678', false, 'the most common one'],
    ['senha123', false, 'common in Brazil'],
    ['123456789012', false, 'long, and common'],
    ['flamengo123456', false, 'long, and made of two common ones'],
    ['passwordpassword', false, 'a common one twice'],
    ['aaaaaaaaaaaaaaaaaaaa', false, 'one letter many times'],
    ['P@ssw0rd', false, 'common in disguise'],
    ['PASSWORD1234', false, 'common in capitals'],
    ['lojinha2026', false, 'the domain of the person and a year'],
    ['ana.souza@lojinha.com.br', false, 'the mail address'],
    ['curta', false, 'short'],
    ['x9#Kq', false, 'short, whatever it is made of'],
    ['x9#Kq!vT2', true, 'short of twelve, and strong'],
    ['uma senha boa', true, 'a sentence'],
    ['quatro patos na lagoa', true, 'a longer sentence'],
    ['tq7wzmh2kxpa', true, 'twelve letters drawn at random'],
    ['ｕｍａ　ｓｅｎｈａ　ｂｏａ', true, 'judged as it is kept'],
    ['１２３４５６７８', false, 'the most common one in wide digits'],
  ]
  for (const [password, isAccepted, why] of table)
    it(`${isAccepted ? 'is taken' : 'is refused'}: ${why}`, () => {
      assert.equal(strengthOf(estimator, password, ABOUT).isAccepted, isAccepted)
    })

  it('of 128 characters is judged within a second', () => {
    const began = performance.now()
    strengthOf(estimator, 'p4ssw0rd-'.repeat(15).slice(0, 128), ABOUT)
    assert.ok(performance.now() - began < 1_000)
  })
})
