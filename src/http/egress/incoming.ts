// The bytes of a connection, checked before they are parsed as HTTP. It bounds everything that is read of one answer,
// informational responses and the framing of the body included: a receiver that floods could otherwise keep this process busy
// until the deadline. And it lets an unrequested "100 Continue" pass, which undici takes for the end of the connection. It
// stores nothing.
import type { Socket } from 'node:net'
import { Obstacle, TOO_LONG } from './obstacle.ts'

const MAX_BYTES = 128 * 1024

const [CR, LF, ZERO, ONE, TWO, H] = [13, 10, 0x30, 0x31, 0x32, 0x48]
/** Where the digits of the status stand in "HTTP/1.1 100". */
const [FIRST, SECOND, LAST] = [9, 10, 11]
/** How much of the end of a head, two line ends, has been seen. */
const WHOLE_END = 4

export class Incoming {
  #bytes = 0
  #isFinal = false
  #at = 0
  #ended = 0
  #begunWithTen = false

  /** What comes from now on is the answer to a request. */
  expect(): void {
    this.#bytes = 0
    this.#isFinal = false
    this.#beginHead()
  }

  /** False: this was more than is read of anybody. */
  see(chunk: Buffer): boolean {
    this.#bytes += chunk.length
    if (this.#bytes > MAX_BYTES) return false
    // Nearly all answers come like this, and need no second look.
    if (this.#at === 0 && chunk[0] === H && chunk.length > FIRST && chunk[FIRST] !== ONE) this.#isFinal = true
    for (let n = 0; n < chunk.length && !this.#isFinal; n++) {
      if (this.#at > LAST) this.#seeEnd(chunk[n])
      else this.#seeStatus(chunk, n)
    }
    return true
  }

  #beginHead(): void {
    this.#at = 0
    this.#ended = 0
    this.#begunWithTen = false
  }

  #seeStatus(chunk: Buffer, n: number): void {
    const byte = chunk[n]
    // The reader of an answer skips blank lines before it.
    if (this.#at === 0 && (byte === CR || byte === LF)) return
    if (this.#at === FIRST) this.#isFinal = byte !== ONE
    if (this.#at === SECOND) this.#begunWithTen = byte === ZERO
    // Another announcement, which undici passes over as it should.
    if (this.#at === LAST && this.#begunWithTen && byte === ZERO) chunk[n] = TWO
    this.#at++
  }

  #seeEnd(byte: number | undefined): void {
    const isDue = byte === (this.#ended % 2 === 0 ? CR : LF)
    this.#ended = isDue ? this.#ended + 1 : byte === CR ? 1 : 0
    if (this.#ended === WHOLE_END) this.#beginHead()
  }
}

/** The connection, with what comes over it shown to `incoming` first. */
export function shownTo(incoming: Incoming, socket: Socket): Socket {
  const read = socket.read.bind(socket)
  socket.read = size => {
    const chunk = read(size)
    if (!Buffer.isBuffer(chunk) || incoming.see(chunk)) return chunk
    socket.destroy(new Obstacle(TOO_LONG))
    return null
  }
  return socket
}
