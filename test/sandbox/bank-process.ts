// The bank as a process of its own, to be killed without a word and started again on the folder that it left.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

export function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'banco-de-teste-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Process {
  child: ChildProcess
  url: string
  said: () => string
}

export const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))

export async function startProcess(t: TestContext, env: Record<string, string>): Promise<Process> {
  const child = fork(MAIN, { env: { PATH: process.env.PATH ?? '', SANDBOX_PORT: '0', ...env }, stdio: 'pipe' })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (said += data))
  const [message] = (await once(child, 'message')) as [{ listening: number }]
  return { child, url: `http://127.0.0.1:${message.listening}`, said: () => said }
}

export async function kill({ child }: Process): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
