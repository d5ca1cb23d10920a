// Every action that the audit log shows to an account has words in the panel. The actions are read out of the sources: each is named whole
// where it is recorded, as a noun and a verb in the past.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVENT_NAMES } from '#notification/events/catalogue.ts'
import { ACTIONS } from '../../panel/src/member/actions.ts'
import { AUDIT_SUBJECTS } from '../../panel/src/operator/gateway/audit/audit-subjects.ts'
import { OPERATOR_ONLY_ACTIONS } from '../../panel/src/operator/gateway/audit/operator-only-actions.ts'
import { codeOf, sourcesOf } from '../tidy/sources.ts'

/** Published to webhooks and nowhere else. */
const isEventOnly = (name: string) => (EVENT_NAMES as string[]).includes(name) && !NAMED_ALIKE.includes(name)
/** Told to open pages and to nobody else. */
const LIVE_ONLY = ['boleto.reported']
const NAMED_ALIKE = ['dispute.opened', 'dispute.closed']

const ACTION_NAME = /'(?=[a-z.-]*(?:ed|made|sent|reset|taken|read|withdrawn)')([a-z-]+(?:\.[a-z-]+)+)'/g

/** Columns of tables, which are named like actions. */
const COLUMNS = /columnsOf<[^(]*\(\{[^}]*\}\)/g

function recorded(): string[] {
  const texts = sourcesOf(['src']).filter(({ path }) => !path.startsWith('src/doctor/'))
  const names = texts
    .map(codeOf)
    .flatMap(text => [...text.replaceAll(COLUMNS, '').matchAll(ACTION_NAME)].map(([, name = '']) => name))
  return [...new Set(names)].filter(name => !isEventOnly(name) && !LIVE_ONLY.includes(name)).toSorted()
}

describe('what the audit log shows to an account', () => {
  const names = recorded()

  it('has words in the panel, each of them, or is the operator’s alone', () => {
    const known = [...ACTIONS, ...OPERATOR_ONLY_ACTIONS] as string[]
    assert.deepEqual(
      names.filter(name => !known.includes(name)),
      [],
    )
  })

  it('is shown nowhere under a name that nothing records', () => {
    const known = [...ACTIONS, ...OPERATOR_ONLY_ACTIONS] as string[]
    assert.deepEqual(
      known.filter(name => !names.includes(name)),
      [],
    )
  })

  it('is named whole where it is recorded, so that it is found', () => {
    const put = sourcesOf(['src']).filter(one =>
      /(?:entryOf|actionEntry|commandEntry|note|tell|publish)\([^)`]*`/.test(codeOf(one)),
    )
    assert.deepEqual(
      put.map(({ path }) => path),
      [],
    )
  })
})

/** Of transfers, events, holds and alerts, which the same files write. */
const OF_OTHERS = ['withdrawal', 'wallet']

describe('what an entry of the audit log is about', () => {
  const sources = sourcesOf(['src'])
    .filter(({ path }) => !path.startsWith('src/alert/catalogue/'))
    .map(codeOf)
    .filter(text => /\b(?:record|tell|publish|note|noting|action|Action|command|Command|Entry)\b/.test(text))
  const written = sources.flatMap(text => [...text.matchAll(/\bsubject(?: = \{ kind)?: '([a-z_-]+)'/g)])
  const subjects = [...new Set([...written.map(([, name = '']) => name), 'person'])]

  it('has words in the panel', () => {
    const known: string[] = [...AUDIT_SUBJECTS, ...OF_OTHERS]
    assert.deepEqual(
      subjects.filter(name => !known.includes(name)),
      [],
    )
  })

  it('is offered under no name that nothing records', () => {
    assert.deepEqual(
      AUDIT_SUBJECTS.filter(name => !subjects.includes(name)),
      [],
    )
  })
})
