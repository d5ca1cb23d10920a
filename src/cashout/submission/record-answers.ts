// Records the PSP's answers without an end: many answers in one transaction. Each counts by itself, also where two are about
// the same attempt.
import type { Database } from '#db/postgres.ts'
import { type RecordedAnswer, recordProgress } from './attempt-store.ts'

export async function recordAnswers({ db }: { db: Database }, answers: RecordedAnswer[]): Promise<void> {
  await db.transaction(async tx => {
    for (const round of eachOnce(answers)) await recordProgress(tx, round)
  })
}

/** In rounds in which every attempt appears once: a statement would count only one of two. */
function eachOnce(answers: RecordedAnswer[]): RecordedAnswer[][] {
  const rounds: RecordedAnswer[][] = []
  const times = new Map<string, number>()
  for (const answer of answers) {
    const key = `${answer.attempt.accountId}/${answer.attempt.payoutId}`
    const round = times.get(key) ?? 0
    times.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push(answer)
  }
  return rounds
}
