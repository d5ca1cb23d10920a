// What one text may mean in a search.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loggedSearch } from '#search/logged.ts'
import { termsOf } from '#search/terms.ts'

it('amounts are read as people write them', () => {
  const amounts: [string, bigint | null][] = [
    ['R$ 1.234,56', 123456n],
    ['r$1.234,56', 123456n],
    ['1234,56', 123456n],
    ['1234.56', 123456n],
    ['1,234.56', 123456n],
    ['1.234', 123400n],
    ['1.234.567,8', 123456780n],
    ['150', 15000n],
    ['R$ 0,01', 1n],
    ['12,5', 1250n],
    ['0', null],
    ['-5', null],
    ['1,234,56', null],
    ['1.23.456', null],
    ['1,2345', null],
    ['1e5', null],
    ['Infinity', null],
    ['R$', null],
    ['9'.repeat(40), null],
  ]
  for (const [text, amount] of amounts) assert.equal(termsOf(text)?.amount ?? null, amount, text)
})

it('documents and keys are read with their punctuation and without it', () => {
  for (const text of ['529.982.247-25', '52998224725', ' 529 982 247 25 '])
    assert.equal(termsOf(text)?.document, '52998224725', text)
  for (const text of ['12.ABC.345/01DE-35', '12abc34501de35'])
    assert.equal(termsOf(text)?.document, '12ABC34501DE35', text)
  assert.equal(termsOf('529.982.247-26')?.document, null)
  for (const text of ['+55 (11) 98765-4321', '11987654321', '(11) 98765-4321'])
    assert.deepEqual(termsOf(text)?.keys.toSorted(), ['11987654321', '5511987654321'], text)
  assert.deepEqual(termsOf('Ana.Maria@Example.com')?.keys, ['anamaria@examplecom'])
})

it('uuids, numbers and names', () => {
  const uuid = '0b9d4a3e-6c1f-4a57-9c52-0f6d1b2a3c4d'
  for (const text of [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')]) assert.equal(termsOf(text)?.uuid, uuid, text)
  assert.equal(termsOf('#42')?.number, 42n)
  assert.equal(termsOf('042')?.number, null)
  assert.equal(termsOf('9'.repeat(17))?.number, null)
  assert.equal(termsOf('  João   da Conceição ')?.name, 'joao da conceicao')
  assert.equal(termsOf('1234')?.name, null)
  assert.equal(termsOf('   '), null)
})

it('the log keeps words that name no person, and of all others only what they are recognised by', () => {
  const logged = (text: string) => {
    const terms = termsOf(text)
    assert.ok(terms)
    const { kind, ...kept } = loggedSearch(terms)
    return `${kind} ${'q' in kept ? `= ${kept.q}` : kept.about}`
  }
  assert.equal(logged('0192f3c4-0000-4000-8000-000000000001'), 'ID = 0192f3c4-0000-4000-8000-000000000001')
  const endToEndId = `E${'1'.repeat(20)}aB3dE6gH9kL`
  assert.equal(logged(endToEndId), `ID = ${endToEndId}`)
  assert.equal(logged('https://pay.example/l/curso-x?nome=Ana'), 'LINK = curso-x')
  assert.equal(logged('#1234'), 'NUMBER = #1234')
  assert.equal(logged('R$ 1.234,56'), 'AMOUNT = R$ 1.234,56')
  assert.equal(logged('529.982.247-25'), 'DOCUMENT document 52998224725')
  assert.equal(logged('Ana@Example.com'), 'EMAIL email ana@example.com')
  assert.equal(logged('+55 (11) 98765-4321'), 'DIGITS digits 5511987654321')
  assert.equal(logged('52998224726'), 'DIGITS digits 52998224726', 'a CPF with a wrong digit')
  assert.equal(logged('529982247'), 'DIGITS digits 529982247', 'a part of one')
  assert.equal(logged('José da Silva'), 'WORDS words jose da silva')
})
