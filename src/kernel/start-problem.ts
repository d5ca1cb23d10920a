// A reason not to start, for the operator, in whole sentences. The program prints the message without a stack, so it must say
// what to do and must never hold a secret.

export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}

/** Puts a sentence before the system's own words; a StartProblem stays as it is. */
export function asStartProblem(sentence: string, error: unknown): StartProblem {
  if (error instanceof StartProblem) return error
  const words = error instanceof Error ? error.message : String(error)
  return new StartProblem(`${sentence} (${words})`, { cause: error })
}
