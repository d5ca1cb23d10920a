// One request and its result. The status decides as soon as it arrives, however the body ends. A connection that had been used
// before and turns out closed before the first byte of an answer proves nothing about the receiver: then the request is made
// once more, on a new one.
import type { Dispatcher } from 'undici'
import { AnswerHead } from './answer-head.ts'
import type { Line, Lines } from './lines.ts'
import { reasonOf, TOO_LATE_TO_ANSWER, TOO_LATE_TO_CONNECT, TOO_LONG } from './obstacle.ts'
import type { Target } from './target.ts'

export interface Posted {
  status: number | null
  error: string | null
  /** The first 2 KiB of the answer. */
  head: string | null
  durationMs: number
  /** The value of the answer's Retry-After, unparsed. */
  retryAfter?: string
}

export type Request = Required<Pick<Dispatcher.DispatchOptions, 'method'>> & {
  headers: Record<string, string>
  body: Buffer | null
}

/** The errors of a connection that the other side has closed. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export class Exchange implements Dispatcher.DispatchHandler {
  readonly startedMs = performance.now()
  readonly #lines: Lines
  readonly #target: Target
  readonly #request: Dispatcher.DispatchOptions
  readonly #ended: (exchange: Exchange, posted: Posted) => void
  #line: Line
  #isOver = false
  #isRepeated = false
  #wasWritten = false
  /** Of the connection that it was written to: whether others were before. */
  #wasUsed = false
  #isAnswering = false
  #status: number | null = null
  #retryAfter: string | string[] | undefined
  #head = new AnswerHead()

  constructor(lines: Lines, target: Target, request: Request, ended: (exchange: Exchange, posted: Posted) => void) {
    this.#lines = lines
    this.#target = target
    this.#request = { path: target.path, ...request }
    this.#ended = ended
    this.#line = lines.take(target.origin, false)
  }

  begin(): void {
    this.#line.client.dispatch(this.#request, this)
  }

  /** The deadline, or the end of the process. */
  cut(reason?: string): void {
    // A network may drop idle connections without a word to either side, and then not this one alone.
    if (this.#wasUsed && !this.#isAnswering) this.#lines.dropIdle(this.#line)
    this.#fail(reason ?? (this.#wasWritten ? TOO_LATE_TO_ANSWER : TOO_LATE_TO_CONNECT))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver || this.#wasWritten) controller.abort(new Error('not wanted any more, or written already'))
    else {
      this.#wasWritten = true
      this.#wasUsed = !this.#line.isFresh
      this.#line.isFresh = false
      this.#line.incoming.expect()
    }
  }

  onResponseStarted(): void {
    this.#isAnswering = true
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Those below announce an answer and are none.
    if (status < 200) return
    this.#status = status
    this.#retryAfter = headers['retry-after']
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOver && !this.#head.add(chunk)) this.#fail(TOO_LONG)
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    this.#lines.release(this.#line)
    this.#end(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) return
    if (this.#mayRepeat(error)) this.#repeat()
    else this.#fail(reasonOf(error))
  }

  #mayRepeat(error: Error): boolean {
    if (this.#isRepeated || this.#isAnswering || !CLOSED.has((error as { code?: string }).code ?? '')) return false
    return this.#wasWritten ? this.#wasUsed : !this.#line.isFresh
  }

  #repeat(): void {
    this.#lines.drop(this.#line)
    this.#isRepeated = true
    this.#wasWritten = false
    this.#line = this.#lines.take(this.#target.origin, true)
    this.begin()
  }

  /** Over before dropping the connection, which reports its own end to its waiter. */
  #fail(reason: string): void {
    if (this.#isOver) return
    this.#end(reason)
    this.#lines.drop(this.#line)
  }

  #end(reason: string | null): void {
    this.#isOver = true
    const answered = this.#status !== null
    this.#ended(this, {
      status: this.#status,
      error: answered ? null : reason,
      head: answered ? this.#head.text() : null,
      durationMs: Math.round(performance.now() - this.startedMs),
      ...(typeof this.#retryAfter === 'string' && { retryAfter: this.#retryAfter }),
    })
  }
}
