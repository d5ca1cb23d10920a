// The parts of the benchmark run as processes of their own, so that the CPU time of each can be measured apart from the others'. A part
// answers tasks, one message each, and ends with its parent.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Part {
  pid: number
  run<Answer>(task: string, given?: unknown): Promise<Answer>
  /** Lets it end what it does, and waits for its end. */
  end(): Promise<void>
  /** Takes it out at once, as a power cut would. */
  kill(): Promise<void>
}

export type Tasks = Record<string, (given: never) => unknown>

interface Question {
  n: number
  task: string
  given: unknown
}

interface Answered {
  n: number
  answer?: unknown
  error?: string
}

/** Starts the program `file` of this folder; `given` is what it opens with. */
export async function startPart(file: string, given: unknown): Promise<Part> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  child.on('message', ({ n, answer, error }: Answered) => {
    const asker = waiting.get(n)
    waiting.delete(n)
    if (error === undefined) asker?.resolve(answer)
    else asker?.reject(new Error(`${file}: ${error}`))
  })
  child.on('exit', code => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`))
    waiting.clear()
  })

  function run<Answer>(task: string, asked?: unknown): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const n = count++
    waiting.set(n, { resolve, reject })
    child.send({ n, task, given: asked } satisfies Question)
    return promise as Promise<Answer>
  }

  await run(OPEN, given)
  return {
    pid: child.pid as number,
    run,
    async end() {
      if (child.connected) child.disconnect()
      await gone(child)
    },
    async kill() {
      child.kill('SIGKILL')
      await gone(child)
    },
  }
}

const OPEN = 'open'

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The other end: opens what the parent gives, answers its tasks, and ends with it. */
export function play<Given>(open: (given: Given) => Promise<{ tasks: Tasks; close: () => Promise<unknown> }>): void {
  let opened: Awaited<ReturnType<typeof open>> | null = null

  async function answer({ task, given }: Question): Promise<unknown> {
    if (task === OPEN) {
      opened = await open(given as Given)
      return null
    }
    const work = opened?.tasks[task]
    if (work === undefined) throw new Error(`there is no task ${task}`)
    return work(given as never)
  }

  process.on('message', (question: Question) => {
    answer(question).then(
      found => process.send?.({ n: question.n, answer: found } satisfies Answered),
      error => process.send?.({ n: question.n, error: error.stack ?? String(error) } satisfies Answered),
    )
  })
  process.once('disconnect', () => void (opened?.close() ?? Promise.resolve()).finally(() => process.exit()))
}

/** Milliseconds on a clock that all processes of this machine share. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6
