// Statements that need not know of each other's answers go out together over the one connection of a transaction, in the order
// in which they are written down, and cost one round trip. This file is only the way to wait for them by name.

type Answers<Statements> = { [Name in keyof Statements]: Awaited<Statements[Name]> }

/**
 * Waits for all of them and answers them by name. The first that fails is the reason: those behind it fail with it, because the
 * transaction is lost, and say nothing of their own.
 */
export async function pipelined<Statements extends Record<string, unknown>>(
  statements: Statements,
): Promise<Answers<Statements>> {
  const names = Object.keys(statements)
  const answers = await Promise.all(Object.values(statements))
  return Object.fromEntries(names.map((name, n) => [name, answers[n]])) as Answers<Statements>
}
