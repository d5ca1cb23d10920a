// Due work in lanes: a lane that hangs delays no other, holds no more than it may, and gets more when it has room.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { until } from '../until.ts'

interface Row {
  id: number
  lane: number
}

function openScene(t: TestContext, rows: Row[]) {
  const due = [...rows]
  const begun: number[] = []
  const failed: number[] = []
  const gates = new Map<number, PromiseWithResolvers<void>>()
  const lanes: DueLanes<Row> = startDueLanes<Row>({
    name: 'test',
    everyMs: 60_000,
    batch: 3,
    max: 2,
    maxHeld: 4,
    log: { error() {} },
    async lease(limit, except) {
      const claimed = due.filter(({ lane }) => !except.includes(lane)).slice(0, limit)
      for (const row of claimed) due.splice(due.indexOf(row), 1)
      return claimed
    },
    keyOf: ({ id }) => String(id),
    laneOf: ({ lane }) => lane,
    async work({ id, lane }) {
      begun.push(id)
      await gates.get(lane)?.promise
      if (id < 0) throw new Error('broken')
    },
    failed: (_error, { id }) => void failed.push(id),
  })
  t.after(async () => {
    for (const gate of gates.values()) gate.resolve()
    await lanes.stop()
  })
  const hang = (lane: number) => gates.set(lane, Promise.withResolvers())
  return { due, begun, failed, lanes, hang, release: (lane: number) => gates.get(lane)?.resolve() }
}

const rowsOf = (lane: number, from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: from + n, lane }))

test('a lane that hangs delays no other, and gets more as soon as it has room', async t => {
  const scene = openScene(t, [...rowsOf(1, 1, 20), ...rowsOf(2, 101, 5)])
  scene.hang(1)
  await until(() => scene.begun.filter(id => id > 100).length === 5 || null, 'the other lane')
  assert.deepEqual(
    scene.begun.filter(id => id < 100),
    [1, 2],
    'two at a time',
  )
  assert.equal(scene.due.length, 14, 'what is not held stays where it was')
  scene.release(1)
  await until(() => scene.begun.length === 25 || null, 'everything')
})

test('what is leased already is not worked on twice, and a full lane takes nothing directly', async t => {
  const scene = openScene(t, [])
  scene.hang(1)
  for (const id of [1, 1, 2, 3, 4, 5, 6]) scene.lanes.take({ id, lane: 1 })
  scene.release(1)
  await until(() => scene.begun.length === 4 || null, 'four of them')
  scene.lanes.take({ id: 7, lane: 1 })
  await until(() => scene.begun.length === 5 || null, 'the next')
  assert.deepEqual(scene.begun, [1, 2, 3, 4, 7])
})

test('what falls due again while it is worked on is worked on once more after that, as it was claimed last', async t => {
  const scene = openScene(t, rowsOf(1, 1, 1))
  scene.hang(1)
  await until(() => scene.begun.length === 1 || null, 'its work to begin')
  for (const claimed of [1, 2]) {
    scene.due.push({ id: 1, lane: 1 })
    scene.lanes.wake()
    await until(() => scene.due.length === 0 || null, `claim ${claimed}`)
  }
  assert.deepEqual(scene.begun, [1], 'never twice at a time')
  scene.release(1)
  await until(() => scene.begun.length === 2 || null, 'its work to be done again')
  scene.due.push({ id: 2, lane: 1 })
  scene.lanes.wake()
  await until(() => scene.begun.includes(2) || null, 'another one')
  assert.deepEqual(scene.begun, [1, 1, 2])
})

test('what fails is reported, and what waits at a stop is left to the next start', async t => {
  const scene = openScene(t, rowsOf(1, -1, 1))
  await until(() => scene.failed.length === 1 || null, 'the failure')
  scene.hang(1)
  for (const id of [1, 2, 3]) scene.lanes.take({ id, lane: 1 })
  await until(() => scene.begun.length === 3 || null, 'two of them')
  const stopping = scene.lanes.stop()
  scene.release(1)
  await stopping
  scene.lanes.take({ id: 4, lane: 1 })
  assert.deepEqual([scene.begun, scene.failed], [[-1, 1, 2], [-1]])
})
