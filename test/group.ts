// What the files that run in one process share: opened by the first that needs it, closed when the last one has ended. Without a
// group, where a file runs by itself, each user has its own.
import { after } from 'node:test'

const opened = new Map<string, Promise<AsyncDisposable>>()
let isGroup = false

/** Called once by the program of a group, before its files. */
export function beginGroup(): void {
  isGroup = true
  after(async () => {
    for (const resource of opened.values()) await (await resource)[Symbol.asyncDispose]()
  })
}

/** The one of the group. What it answers is disposed of by each user; the group's stays open until the group ends. */
export async function ofGroup<T extends AsyncDisposable>(name: string, open: () => Promise<T>): Promise<T> {
  if (!isGroup) return open()
  const known = opened.get(name) as Promise<T> | undefined
  const resource = known ?? open()
  // One that could not be opened is tried again by the next user.
  if (known === undefined) opened.set(name, resource)
  resource.catch(() => opened.delete(name))
  return { ...(await resource), [Symbol.asyncDispose]: async () => {} }
}
