// What an engine process writes down as it goes: in a file, at once, so that it outlives the process. The judgement reads it.
import { openSync, readFileSync, writeSync } from 'node:fs'
import type { LastMoment } from './trap.ts'

export type Entry =
  | { kind: 'opened'; atMs: number; life: number }
  /** Before the transaction. */
  | { kind: 'asked'; atMs: number; ids: string[] }
  /** Right after the commit, before anything else. */
  | { kind: 'committed'; atMs: number; ids: string[] }
  | { kind: 'killed'; atMs: number; point: string; seen: LastMoment }

export function openDiary(path: string): (entry: Entry) => void {
  const file = openSync(path, 'a')
  return entry => void writeSync(file, `${JSON.stringify(entry)}\n`)
}

/** The last line may be torn. */
export function readDiary(path: string): Entry[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  lines.pop()
  return lines.map(line => JSON.parse(line))
}
