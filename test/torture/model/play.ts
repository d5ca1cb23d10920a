// Plays: commands in any order against the gateway and the reference, shrunk to the shortest that fails. Each seed is one play.

import fc from 'fast-check'
import { untruths } from '../../books.ts'
import type { Verdict } from '../../notification/torture/faults.ts'
import type { Ask } from '../parts.ts'
import { watchedText } from '../watcher.ts'
import { COMMANDS, OPENING } from './commands.ts'
import { Reference } from './reference.ts'
import { openStage, openTheatre, type Theatre } from './stage.ts'
import type { Terms } from './things.ts'

const MAX_COMMANDS = 60
const MAX_SHRINKING_MS = 90_000
const AS_OPENED: Terms = {
  pix: { fixedCents: 0, basisPoints: 99, minimumCents: null, maximumCents: null },
  cashout: { fixedCents: 100, basisPoints: 0, minimumCents: null, maximumCents: null },
  reserveBasisPoints: 0,
  min: 100_00,
  max: 100_000_00,
  acceptsLate: true,
  unexpected: 'RETURN',
  apiCashouts: true,
  transfers: true,
  windowSeconds: 0,
  approvalAbove: null,
  returnsFee: false,
}
/** Late and unexpected money waits for a person. */
const STRICT: Terms = { ...AS_OPENED, acceptsLate: false, unexpected: 'KEEP', reserveBasisPoints: 1_000 }

export async function play({ seed, rounds, until: end }: Ask): Promise<Verdict> {
  await using theatre = await openTheatre()
  let [plays, commands] = [0, 0]
  while (plays < rounds && (plays === 0 || performance.now() < end)) {
    const wrong = await playOnce(theatre, seed + plays, count => {
      commands += count
    })
    if (wrong !== null)
      return { message: `${plays} plays, and one that failed`, wrong: [`${aloneText(seed + plays)}: ${wrong}`] }
    plays++
  }
  const watched = await theatre.watcher.end()
  const { gateway, bankUrl } = theatre
  const wrong = [...watched.wrong, ...(await untruths({ db: gateway.db, bankUrl }))]
  return { message: `${plays} plays of ${commands} commands, seeds from ${seed} on; ${watchedText(watched)}`, wrong }
}

const aloneText = (seed: number) => `play ${seed} (alone: npm run torture -- --only model --rounds 1 --seed ${seed})`

async function playOnce(theatre: Theatre, seed: number, count: (commands: number) => void): Promise<string | null> {
  const property = fc.asyncProperty(
    fc.constantFrom(AS_OPENED, STRICT),
    fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: 'max' }),
    async (terms, commands) => {
      const stage = await openStage(theatre, terms)
      await fc.asyncModelRun(() => ({ model: new Reference(terms), real: stage }), [...OPENING, ...commands])
      count([...commands].length)
    },
  )
  const details = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: MAX_SHRINKING_MS })
  if (!details.failed) return null
  return `${fc.defaultReportMessage(details)}\n${details.errorInstance}`
}
