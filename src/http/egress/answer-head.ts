// The beginning of an answer's body, as text for the log of attempts. What follows is counted and thrown away.
import { StringDecoder } from 'node:string_decoder'

const HEAD_BYTES = 2048
const MAX_READ_BYTES = 64 * 1024

export class AnswerHead {
  #chunks: Buffer[] = []
  #bytes = 0

  /** False: this was more than is read of anybody. */
  add(chunk: Buffer): boolean {
    if (this.#bytes < HEAD_BYTES) this.#chunks.push(chunk)
    this.#bytes += chunk.length
    return this.#bytes <= MAX_READ_BYTES
  }

  text(): string {
    const [first] = this.#chunks
    if (first === undefined) return ''
    const kept = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    // A decoder keeps back the bytes of a character that is not whole.
    const text =
      this.#bytes <= HEAD_BYTES ? kept.toString('utf8') : new StringDecoder('utf8').write(kept.subarray(0, HEAD_BYTES))
    // PostgreSQL takes every character in a text but this one.
    return text.replaceAll('\0', '')
  }
}
