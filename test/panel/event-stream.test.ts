// The panel's reading of server-sent events, by the rules of the HTML standard.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEvents, type StreamEvent } from '../../panel/src/api/live/event-stream.ts'

function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const feed = readEvents(event => events.push(event))
  for (const piece of pieces) feed(piece)
  return events
}

const A = { event: 'changed', data: '[1]', id: '7' }

describe('server-sent events', () => {
  it('are read from lines that end in any of three ways', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['event: changed', 'id: 7', 'data: [1]', '', ': more', ''].join(end)
      assert.deepEqual(read(text), [A], JSON.stringify(end))
    }
  })

  it('are the same however the text is cut', () => {
    const text = 'retry: 2000\r\n\r\n:\r\n\r\nevent: changed\r\nid: 7\r\ndata: [1]\r\n\r\ndata:x\r\n\r\n'
    const whole = read(text)
    assert.deepEqual(whole, [A, { event: 'message', data: 'x', id: '7' }])
    for (let at = 1; at < text.length; at++)
      assert.deepEqual(read(text.slice(0, at), text.slice(at)), whole, String(at))
    assert.deepEqual(read(...text), whole)
  })

  it('have data of several lines, lose one blank after the colon, and are nothing without data', () => {
    assert.deepEqual(read('data:  a\ndata\ndata: b:c\n\nevent: ready\n\n'), [
      { event: 'message', data: ' a\n\nb:c', id: '' },
    ])
  })

  it('do not take an id with a NUL, nor what they do not know', () => {
    const ids = read('id: 1\ndata: a\n\nid: 2\0\nnoise: x\ndata: b\n\nid\ndata: c\n\n').map(({ id }) => id)
    assert.deepEqual(ids, ['1', '1', ''])
  })
})
