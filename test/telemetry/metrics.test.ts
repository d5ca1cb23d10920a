// The figures on their own port, after a sale, a cashout and a webhook: what happened is counted, the invariants hold, and no label tells
// whose anything was.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { type Sample, scrape, sumOf } from './scrape.ts'

/** Labels of the usual figures of a Node process, and of histograms. */
const LABELS = {
  method: /^[A-Z]+$/,
  route: /^(none|\/[\w/:.*-]*)$/,
  status: /^(\d{3}|gone|[A-Z_]+)$/,
  batch: /^[a-z-]+\.[a-z-]+$/,
  outcome: /^[a-z]+$/,
  kind: /^[a-z_]+$/,
  operation: /^[a-zA-Z]+\.[a-zA-Z]+$/,
  api: /^(pix|charges)$/,
  state: /^[a-zA-Z]+$/,
  answer: /^(\dxx|none)$/,
  queue: /^[a-z]+$/,
  side: /^[a-z]+$/,
  code: /^[A-Z_]+$/,
  severity: /^[a-z]+$/,
  bound: /^[a-z]+$/,
  le: /^([\d.e-]+|\+Inf)$/,
} as const

function assertNobodyIsNamed(samples: Sample[]): void {
  for (const { name, labels } of samples.filter(sample => sample.name.startsWith('porteira_')))
    for (const [label, value] of Object.entries(labels))
      assert.match(value, LABELS[label as keyof typeof LABELS] ?? /^no such label$/, `${name}{${label}="${value}"}`)
}

const OF_A_DAY = /^porteira_(recurrences|debits)_ended_day$/

/** A histogram is named once, whatever it ends in, and figures of a day by what they are of. */
async function assertGuideNames(samples: Sample[], url: string): Promise<void> {
  const guide = await (await fetch(`${url}/docs/en/operate.md`)).text()
  const names = samples
    .map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
    .filter(name => name.startsWith('porteira_'))
  const unnamed = new Set(names.filter(name => !guide.includes(`\`${name}\``) && !OF_A_DAY.test(name)))
  assert.deepEqual([...unnamed], [])
}

/** Some appear only where something has happened: an examination, a look at a balance. */
test('the guide names every figure that there may ever be, in both languages', async () => {
  const sources = await Promise.all(globSync('src/telemetry/metrics/*.ts').map(file => readFile(file, 'utf8')))
  const names = new Set(sources.flatMap(source => [...source.matchAll(/'(porteira_\w+)'/g)].map(([, name]) => name)))
  assert.ok(names.size > 40, String(names.size))
  for (const guide of ['docs/guides/operate.md', 'docs/guides/pt/operate.md']) {
    const text = await readFile(guide, 'utf8')
    const unnamed = [...names].filter(name => !text.includes(`\`${name}\``) && !OF_A_DAY.test(name ?? ''))
    assert.deepEqual(unnamed, [], guide)
  }
})

test('figures have a port of their own, tell what happened and name nobody', async () => {
  await using gateway = await openTestGateway({ env: { METRICS: 'on', POSTBACK_SECRET: 'signs what this test gets' } })
  await using receiver = await openReceiver()
  assert.equal((await call(gateway.url, 'GET', '/metrics')).status, 404)
  for (const [method, path, status] of [
    ['GET', '/', 404],
    ['POST', '/metrics', 405],
  ] as const)
    assert.equal((await call(gateway.metricsUrl ?? '', method, path)).status, status)

  const seller = await gateway.seller({ funds: 1_000_00 })
  const cashout = {
    amount: 150,
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL',
    postbackUrl: `${receiver.url}/postback`,
  }
  const { body } = await seller.api('POST', '/api/public/cashout', cashout)
  await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
  await call(gateway.url, 'GET', '/api/public/cashout/maria@example.com/no-such-path')

  const samples = await until(async () => {
    const found = await scrape(gateway.metricsUrl)
    return sumOf(found, 'porteira_notification_lag_seconds_count') > 0 ? found : null
  }, 'the delivery to be counted')
  assertNobodyIsNamed(samples)
  await assertGuideNames(samples, gateway.url)
  const counted: [string, Record<string, string>][] = [
    ['porteira_http_request_duration_seconds_count', { method: 'POST', route: '/api/public/cashout', status: '201' }],
    ['porteira_http_request_duration_seconds_count', { method: 'GET', status: '404' }],
    ['porteira_batch_size_sum', { batch: 'cashout.request' }],
    ['porteira_batch_wait_seconds_count', { batch: 'cashout.request' }],
    ['porteira_batch_duration_seconds_count', { batch: 'payment.book', outcome: 'done' }],
    ['porteira_transaction_duration_seconds_count', { outcome: 'committed' }],
    ['porteira_psp_call_duration_seconds_count', { kind: 'efi', operation: 'payOut.submit', outcome: 'done' }],
    ['porteira_psp_call_duration_seconds_count', { kind: 'efi', operation: 'payIn.createCharge', outcome: 'done' }],
    ['porteira_psp_circuits', { kind: 'efi', api: 'pix', state: 'closed' }],
    ['porteira_delivery_duration_seconds_count', { answer: '2xx' }],
    ['porteira_database_connections_max', {}],
    ['porteira_database_up', {}],
    ['porteira_processes', {}],
    ['porteira_event_loop_delay_p99_seconds', {}],
  ]
  for (const [name, labels] of counted) assert.ok(sumOf(samples, name, labels) > 0, `${name} ${JSON.stringify(labels)}`)
  const quiet = [
    'porteira_ledger_sum_centavos',
    'porteira_ledger_wallets_differing',
    'porteira_recovery',
    'porteira_alerts_open',
  ]
  for (const name of quiet) {
    assert.ok(
      samples.some(sample => sample.name === name),
      name,
    )
    assert.equal(sumOf(samples, name), 0, name)
  }
  assert.equal(
    sumOf(samples, 'porteira_ledger_held_centavos'),
    sumOf(samples, 'porteira_ledger_centavos', { side: 'blocked' }),
  )
  for (const queue of ['cashouts', 'refunds', 'deliveries', 'inbox', 'mails'])
    assert.ok(
      samples.some(({ name, labels }) => name === 'porteira_queue_overdue_seconds' && labels.queue === queue),
      queue,
    )
})
