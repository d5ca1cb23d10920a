// One of the gateways behind one port, as a child of the process that started it: it begins when the parent sends it its
// settings, answers that it is well, and leaves when it is asked to, or when there is no parent any more.
import type { Metrics } from '#telemetry/feature.ts'
import type { FiguresOf, Opened, Orders, ToChild, ToParent } from './orders.ts'

/** The first argument of such a process. */
export const CHILD_ARGUMENT = '--behind-one-port'

let isOpen = false

/** `leave` begins the end of this process. */
export function ordersOfParent(leave: () => void): Promise<Orders> {
  return new Promise(resolve => {
    process.once('disconnect', leave)
    process.on('message', (message: ToChild) => {
      if ('ping' in message) send({ pong: message.ping })
      if ('leave' in message) leave()
      if ('begin' in message) resolve(message.begin)
    })
    send({ listening: true })
  })
}

export function reportOpen(opened: Opened): void {
  isOpen = true
  send({ opened })
}

/** The parent is asked for the figures of all of its children. */
export function answerScrapes(metrics: Metrics | null): void {
  const read = { process: () => metrics?.ofProcess(), house: () => metrics?.ofGateway() }
  const answer = async (of: FiguresOf, n: number) => {
    const figures = await read[of]()?.catch(() => null)
    send({ figures: figures ?? null, n })
  }
  process.on('message', (message: ToChild) => {
    if ('scrape' in message) void answer(message.scrape, message.n)
  })
}

/** Hands the parent the reason why it will not open. False where it has been open: then the child reports the reason itself. */
export function refuseToOpen(sentence: string): boolean {
  if (!isOpen) send({ refused: sentence })
  return !isOpen
}

function send(word: ToParent): void {
  // A parent that is gone is no trouble of ours.
  if (process.connected) process.send?.(word, () => {})
}
