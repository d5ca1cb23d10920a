// What the request log shows of bodies and addresses, and what it never does.
import assert from 'node:assert/strict'
import test from 'node:test'
import { MAX_BODY_BYTES, maskedJson } from '#request-log/mask.ts'
import { maskedPath } from '#request-log/path.ts'
import { firstIdAt, timeOfId } from '#request-log/request.ts'
import { aboutOf, errorCodeIn } from '#request-log/subject.ts'

const kept = (value: unknown) => JSON.parse(maskedJson(value) ?? 'null')

for (const [value, shown] of [
  [
    { amount: 100, status: 'PAGO', active: true, uuid: null },
    { amount: 100, status: 'PAGO', active: true, uuid: null },
  ],
  [
    { amount: '150.00', createdAt: '2026-01-31T12:00:00.000Z' },
    { amount: '150.00', createdAt: '2026-01-31T12:00:00.000Z' },
  ],
  [
    { nome: 'Maria', custmer: { nam: 'Maria' }, telefone: 11987654321 },
    { nome: '•••', custmer: { nam: '•••' }, telefone: '•••' },
  ],
  [{ pixKey: '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10' }, { pixKey: '•••' }],
  [{ title: 'Para maria@example.com, 529.982.247-25' }, { title: 'Para ••• •••' }],
  [{ title: 'Ligue (11) 98765-4321' }, { title: 'Ligue (•••' }],
  [
    { title: 'sk_live_abcdef', id: 'sk_live_a1' },
    { title: '•••', id: '•••' },
  ],
  [
    { status: 'x4111111111111111', uuid: '4111 1111 1111 1111' },
    { status: '•••', uuid: '•••' },
  ],
  [{ id: '52998224725' }, { id: '•••' }],
  [{ endToEndId: 'E1234567820261123120012345678901' }, { endToEndId: 'E1234567820261123120012345678901' }],
  [
    { secret: 'whsec_x', token: 't', webhookUrl: 'https://u:p@loja.com/h?k=1' },
    { secret: '•••', token: '•••', webhookUrl: 'https://loja.com/•••' },
  ],
  [{ '52998224725': 1, 'maria@example.com': 'x', [`a${'b'.repeat(50)}`]: true }, { '•••': true }],
  [['Maria'], ['•••']],
  ['Maria', '•••'],
  [{ events: ['sale.paid', 'maria@example.com'] }, { events: ['sale.paid', '•••'] }],
  [null, null],
] as const)
  test(`${JSON.stringify(value).slice(0, 80)} is kept as ${JSON.stringify(shown).slice(0, 80)}`, () =>
    assert.deepEqual(kept(value), shown))

test('a body of any size and depth comes out as JSON of at most 4 KiB', () => {
  let deep: unknown = 'x'
  for (let n = 0; n < 5_000; n++) deep = n % 2 === 0 ? [deep] : { items: deep }
  const control = String.fromCharCode(1)
  for (const body of [
    deep,
    Array.from({ length: 50_000 }, (_, n) => ({ id: n, status: 'PAGO' })),
    Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}`, n])),
    { title: control.repeat(100_000), items: Array.from({ length: 100 }, () => ({ title: control.repeat(300) })) },
    { items: Array.from({ length: 100 }, () => ({ title: '😀'.repeat(99) })) },
    { status: '\ud83d'.repeat(500) },
  ]) {
    const text = maskedJson(body) ?? ''
    assert.ok(Buffer.byteLength(text) <= MAX_BODY_BYTES, String(text.length))
    JSON.parse(text)
  }
})

test('of a path ids stay, and of a query what is listed', () => {
  const sale = '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10'
  assert.equal(
    maskedPath('/api/transactions/:id', { id: sale }, `/api/transactions/${sale}`),
    `/api/transactions/${sale}`,
  )
  assert.equal(maskedPath('/api/transactions/:id', { id: '52998224725' }, '/x'), '/api/transactions/•••')
  assert.equal(maskedPath('/api/transactions/:id', { id: 'maria@example.com' }, '/x'), '/api/transactions/•••')
  assert.equal(
    maskedPath(
      '/api/carts',
      {},
      '/api/carts?state=OPEN&document=1&from=2026-01-31&q=Maria&externalReference=pedido-7&%40=1',
    ),
    '/api/carts?state=OPEN&document=•••&from=2026-01-31&q=•••&externalReference=pedido-7&•••=•••',
  )
  assert.ok(maskedPath('/api/carts', {}, `/api/carts?${'a=1&'.repeat(9_000)}`).length <= 500)
})

test('the object is the one that the answer names, or the path', () => {
  const [one, other] = ['3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10', '0b8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10']
  assert.deepEqual(aboutOf('/api/transactions', undefined, { uuid: one }), { subject: 'sale', subjectUuid: one })
  assert.deepEqual(aboutOf('/api/public/cashout/:id', '7', { uuid: one }), { subject: 'cashout', subjectUuid: one })
  assert.deepEqual(aboutOf('/api/public/cashout/:id', one, { message: 'no' }), { subject: 'cashout', subjectUuid: one })
  assert.deepEqual(aboutOf('/api/transactions/:id/refunds', other, { uuid: one }), {
    subject: 'refund',
    subjectUuid: one,
  })
  assert.deepEqual(aboutOf('/api/transactions/:id/refunds', other, {}), { subject: 'sale', subjectUuid: other })
  assert.deepEqual(aboutOf('/api/transactions', undefined, { data: [] }), { subject: null, subjectUuid: null })
  assert.deepEqual(aboutOf('/api/public/balance', undefined, { uuid: one }), { subject: null, subjectUuid: null })
})

test('the code of a refusal is read in each of its shapes', () => {
  assert.equal(errorCodeIn({ success: false, error: { code: 'FORBIDDEN', message: 'x' } }), 'FORBIDDEN')
  assert.equal(errorCodeIn({ message: 'x', code: 'IP_NOT_ALLOWED' }), 'IP_NOT_ALLOWED')
  assert.equal(errorCodeIn({ message: 'x', errorType: 'MINIMUM_VALUE' }), 'MINIMUM_VALUE')
  assert.equal(
    errorCodeIn({ message: 'x', errorType: 'GENERAL_ERROR', code: 'IDEMPOTENCY_KEY_REUSED' }),
    'IDEMPOTENCY_KEY_REUSED',
  )
  assert.equal(errorCodeIn({ message: 'x', error: 'NOT_FOUND' }), 'NOT_FOUND')
  assert.equal(errorCodeIn('x'), null)
})

test('ids and moments stand for each other', () => {
  const moment = new Date('2026-01-31T12:00:00.123Z')
  assert.deepEqual(timeOfId(firstIdAt(moment)), moment)
})
