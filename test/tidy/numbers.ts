// Migrations and decisions are known by their numbers.
import { readdirSync } from 'node:fs'

const NUMBERED = ['migrations', 'docs/decisions']

/** Two changes that are made at the same time easily take the same one. */
export const sharedNumbers = (): string[] =>
  NUMBERED.flatMap(folder => {
    const byNumber = Map.groupBy(
      readdirSync(folder).filter(name => /^\d{4}/.test(name)),
      name => name.slice(0, 4),
    )
    return [...byNumber.values()]
      .filter(names => names.length > 1)
      .map(names => `${folder}: ${names.join(' and ')} share a number; the younger takes the next free one`)
  })
