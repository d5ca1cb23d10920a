// The alert rules and dashboards of deploy/ ask for nothing that a running gateway does not have: each metric, and each label that an expression
// names, is in a scrape.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { openTestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { scrape, sumOf } from './scrape.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Query {
  file: string
  expr: string
  /** As its words name them. */
  shown: string
}

function queries(): Query[] {
  const rules = 'deploy/prometheus/rules.yml'
  const { groups } = parse(readFileSync(join(ROOT, rules), 'utf8')) as {
    groups: { rules: { expr: string; annotations: { summary: string } }[] }[]
  }
  const ofRules = groups.flatMap(group =>
    group.rules.map(({ expr, annotations }) => ({ file: rules, expr, shown: annotations.summary })),
  )
  const ofBoards = globSync('deploy/grafana/*.json', { cwd: ROOT }).flatMap(file => {
    const { panels } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
      panels: { targets: { expr: string; legendFormat: string }[] }[]
    }
    return panels.flatMap(({ targets }) =>
      targets.map(({ expr, legendFormat }) => ({ file, expr, shown: legendFormat })),
    )
  })
  return [...ofRules, ...ofBoards]
}

/** There only when something has happened that takes a day here, or a backup. */
const LATER = new Map([
  ['porteira_books_closed_to_timestamp_seconds', [] as string[]],
  ['porteira_backup_age_seconds', []],
])
/** Prometheus' own. */
const OWN = new Map([['up', ['job']]])

test('every metric and label that a rule or a dashboard asks for is in a scrape', async () => {
  await using gateway = await openTestGateway({
    env: { METRICS: 'on', DOCTOR_EVERY_MS: '50', POSTBACK_SECRET: 'signs what this test gets' },
  })
  await using receiver = await openReceiver()
  const seller = await gateway.seller({ funds: 100_00 })
  const sale = await seller.sell(10_00, { postbackUrl: `${receiver.url}/postback` })
  await gateway.pay(sale.pixKey)
  const isThere = ['porteira_notification_lag_seconds_count', 'porteira_doctor_last_run_timestamp_seconds']
  const samples = await until(async () => {
    const found = await scrape(gateway.metricsUrl)
    return isThere.every(name => sumOf(found, name) > 0) ? found : null
  }, 'a delivery and an examination')
  const labelsOf = new Map([...OWN, ...LATER])
  for (const { name, labels } of samples)
    labelsOf.set(name, [...new Set([...(labelsOf.get(name) ?? []), ...Object.keys(labels)])])

  const found = queries()
  assert.ok(found.length > 40, `${found.length} queries`)
  for (const { file, expr, shown } of found) {
    const asked = [...expr.matchAll(/\b(up|(?:porteira|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
    assert.ok(asked.length > 0, `${file}: ${expr}`)
    for (const [, name = '', matchers = ''] of asked) {
      assert.ok(labelsOf.has(name), `${file}: ${name} is in no scrape`)
      for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        assert.ok(labelsOf.get(name)?.includes(label), `${file}: ${name} has no label ${label}`)
    }
    const known = asked.flatMap(([, name = '']) => labelsOf.get(name) ?? [])
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    const written = [...shown.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label)
    for (const label of [...grouped, ...written]) assert.ok(known.includes(label), `${file}: ${label} in ${expr}`)
  }
})
