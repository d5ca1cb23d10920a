// The catalogue of alerts and what is written about it: the operator's guide, and the stored alerts of the time before it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { ALERT_CODES, type AlertCode, alertDefinition, messageOf, runbookAnchor } from '#alert/catalogue/catalogue.ts'
import { anchorsIn } from '#http/guides/html.ts'
import { ALERTS_IN_PORTUGUESE } from '#kernel/alert-words/pt.ts'
import { freshDatabase } from '../gateway.ts'

const ROOT = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const sentence = (code: AlertCode) => messageOf(code, { days: 30 } as never)

it('the operator’s guide has each alert with its severity, sentence and what to do', () => {
  const guide = textOf('docs/guides/operate.md')
  const [, section = ''] = guide.split('\n## Alerts\n')
  const [table = ''] = section.split('\n## ')
  const rows = table.split('\n').filter(line => /^\| `[A-Z_]+` /.test(line))
  const links = /\[([^\]]+)\]\([^)]+\)/g
  const expected = ALERT_CODES.map(code => {
    const { severity, whatToDo } = alertDefinition(code)
    return `| \`${code}\` | ${severity} | ${sentence(code)} | ${whatToDo} |`
  })
  assert.deepEqual(
    rows.map(row => row.replaceAll(links, '$1')),
    expected,
  )
})

it('the operator’s guide in Portuguese has each alert as the panel shows it', () => {
  const [, section = ''] = textOf('docs/guides/pt/operate.md').split('\n## Alertas\n')
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` \| (\S+) \| ([^|]+) \| [^|]+ \|$/gm)].map(row => row.slice(1))
  const severities = { critical: 'crítico', warning: 'atenção', info: 'informação' }
  const titleOf = (code: AlertCode) =>
    code === 'OTHER' ? 'um alerta de outra versão' : ALERTS_IN_PORTUGUESE[code].title
  assert.deepEqual(
    rows.slice(0, ALERT_CODES.length),
    ALERT_CODES.map(code => [code, severities[alertDefinition(code).severity], titleOf(code)]),
  )
})

it('the guide of runbooks has a section for each alert, and for nothing else', () => {
  for (const path of ['docs/guides/runbooks.md', 'docs/guides/pt/runbooks.md']) {
    const sections = textOf(path).split('\n## ').slice(1)
    assert.deepEqual(
      sections.map(section => section.split('\n')[0]),
      ALERT_CODES,
      path,
    )
    for (const section of sections) assert.equal(section.match(/^- \*\*/gm)?.length, 5, section)
  }
  const anchors = anchorsIn(textOf('docs/guides/runbooks.md')).slice(1)
  assert.deepEqual(
    anchors.map(anchor => `runbooks#${anchor}`),
    ALERT_CODES.map(runbookAnchor),
  )
})

interface Migrated {
  code: string
  said: string
  subject: string
  known: object
  hash: Buffer
}

/** Older alerts are in a schema of their own, which the migrations of alerts create and change. */
async function migrated(rows: { said: string; known: object }[]): Promise<Migrated[]> {
  const { connection, drop } = await freshDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('create schema older; set search_path to older')
    for (const name of ['0013_alarms', '0052_alarms_have_subjects']) await client.query(upOf(name))
    for (const { said: message, known } of rows)
      await client.query(
        `insert into alarm (said, known, known_hash, first_at, last_at) values ($1, $2, '\\x00', now(), now())`,
        [message, known],
      )
    await client.query(upOf('0069_alerts_have_codes'))
    const { rows: found } = await client.query<Migrated>(`
      select code, said, concat_ws(' ', subject_kind, subject_account_id, subject_id) as subject, known, known_hash as hash
      from alarm order by id`)
    return found
  } finally {
    await client.end()
    await drop()
  }
}

function upOf(name: string): string {
  const [, up = ''] = textOf(`migrations/${name}.sql`).split('-- Up Migration')
  return up.split('-- Down Migration')[0] ?? ''
}

describe('stored alerts of the time before the catalogue', () => {
  // Recurring PIX came later, the callbacks of it, boletos, cards and the calls that are made for them, what acquirers owe, channels of alerts, reports about pages, requests of
  // authorities, monitoring, backups, and defences that the operator hands in.
  const codes = ALERT_CODES.filter(
    code =>
      code !== 'OTHER' &&
      !/^(?:RECURRENCE|DEBITS?|CALLBACKS|BOLETO|CARD|SETTLEMENT|TRANSFER|MOVEMENTS|ALERT|CHECKOUT|LEGAL|MONITORING|BACKUP|PSP_CALLS|DEFENCE_WITH)_/.test(
        code,
      ),
  )
  /** What has another sentence since then. */
  const AT_THAT_TIME: Partial<Record<AlertCode, string>> = {
    RECOVERY_ENTERED: 'the house is in recovery until a person resumes it',
    CASHOUT_OF_LOST_ACCOUNT: 'a payment of an account that this database has forgotten was booked to the house',
  }

  it('get the code of their sentence, and keep the sentence', async () => {
    const known = (code: AlertCode) => ({
      ...(code === 'VELOCITY_LIMIT_EXCEEDED' && { accountId: 1001 }),
      booked: code === 'PSP_INITIATED_REFUND',
      certificate: code.startsWith('PSP_') ? 'PSP account 3' : 'CALLBACK_TLS_CERT_FILE',
      code,
    })
    const rows = codes.map(code => ({ said: AT_THAT_TIME[code] ?? sentence(code), known: known(code) }))
    const sentences = new Set(rows.map(({ said: message }) => message))
    // Those whose messages are shared are told apart by their context, and by now have to be inserted one by one.
    const found: { code: string; said: string }[] = []
    for (const part of [rows.filter(firstOf), rows.filter(row => !firstOf(row))]) found.push(...(await migrated(part)))
    assert.deepEqual(found.map(({ code }) => code).toSorted(), [...codes].toSorted())
    assert.equal(new Set(found.map(({ said: message }) => message)).size, sentences.size)

    function firstOf(row: { said: string }): boolean {
      return rows.find(({ said: message }) => message === row.said) === row
    }
  })

  it('get their subject from their context; those of unknown context stay apart', async () => {
    const rows = await migrated([
      { said: 'a dispute was lost, and what went back of it is not known', known: { accountId: 1001, dispute: '7' } },
      { said: 'a PSP does not answer and is asked no more for now', known: { pspAccountId: 2 } },
      { said: 'a certificate expires within 7 days', known: { certificate: 'PSP account 3' } },
      { said: 'what is blocked in an account cannot be released', known: { accountId: 1002 } },
      { said: 'something of long ago', known: {} },
      { said: 'something else of long ago', known: {} },
    ])
    assert.deepEqual(
      rows.map(({ code, subject }) => `${code} ${subject}`),
      [
        'DISPUTE_LOSS_UNKNOWN dispute 1001 7',
        'PSP_NOT_ANSWERING psp 2',
        'PSP_CERTIFICATE_EXPIRES psp 3',
        'HOLD_NOT_RELEASED account 1002 1002',
        'OTHER ',
        'OTHER ',
      ],
    )
    const certificate = rows[2]
    assert.deepEqual(certificate?.known, { certificate: 'PSP account 3', days: 7 })
    // The hash by which the same alert is found when it is raised again.
    const params = JSON.stringify({ certificate: 'PSP account 3', days: 7 })
    assert.deepEqual(certificate?.hash, createHash('sha256').update(params).digest())
  })
})
