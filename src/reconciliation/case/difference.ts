// What the PSP says of a movement against what our books say of it. Pure: the same two words always make the same difference.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { add, type Centavos, toCentsNumber, ZERO } from '#kernel/money.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'

/** What came in, went back to its payer, was paid out, came back of that, was paid for charges by boleto, and stands on statements beside Pix. */
export const LISTS = ['received', 'refund', 'sent', 'return', 'boleto', 'card', 'movement'] as const
export type List = (typeof LISTS)[number]

export const KINDS = ['MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE', 'OTHER_ID'] as const
export type Kind = (typeof KINDS)[number]

/** Whether money has moved: `open` is not known yet, or under way. */
export type State = 'open' | 'moved' | 'none'

export interface Word {
  amount: Centavos
  state: State
  /** Its other name, where it is known: of a Pix the txid, of a payment the end-to-end id. */
  name?: string | null
}

export interface OurWord extends Word {
  accountId: number
  /** When it was begun. What is younger than the grace may be on its way. */
  since: Date
}

export interface Entry {
  list: List
  /** What both sides know it by. */
  entryId: string
  ours: OurWord | null
  theirs: Word | null
  /** Whose it is by its id, where we know nothing of it. */
  accountId?: number | null
  /** What corrections of this very entry count as moved, beside `ours`. */
  corrected?: Centavos
}

/** As it is kept: JSON, and nothing in it that changes by itself. */
export interface Fact {
  amount: number
  state: State
  /** Only where that is what differs. */
  name?: string
}

export interface Difference {
  list: List
  entryId: string
  kind: Kind
  accountId: number | null
  /** What the PSP counts as moved, less what we do. */
  difference: Centavos
  ours: Fact | null
  theirs: Fact | null
  day: LocalDate
}

/** So long our books may be behind the PSP's. */
export const GRACE_MS = 15 * MINUTE_MS
/** What is under way here is asked about again and again: so long it may be over there already. */
const UNDER_WAY_MS = 2 * HOUR_MS

/** null: they agree, or may still come to. */
export function differenceOf(entry: Entry, day: LocalDate, now: Date): Difference | null {
  const kind = kindOf(entry, now)
  if (kind === null) return correctedTwice(entry, day)
  const { list, entryId, ours, theirs, accountId = null } = entry
  const event = kind === 'OTHER_ID' ? namedFact : factOf
  return {
    list,
    entryId,
    kind,
    day,
    accountId: ours?.accountId ?? accountId,
    difference: (movedBy(theirs, ours === null) - movedBy(ours, false)) as Centavos,
    ours: event(ours),
    theirs: event(theirs),
  }
}

/** Both sides agree, and yet a correction was booked: the money stands twice in the books, or not at all. */
function correctedTwice({ list, entryId, ours, theirs, corrected = ZERO }: Entry, day: LocalDate): Difference | null {
  if (corrected === ZERO || ours === null || theirs === null || ours.state === 'open') return null
  const amount = add(movedBy(ours, false), corrected)
  return {
    list,
    entryId,
    kind: 'OTHER_AMOUNT',
    day,
    accountId: ours.accountId,
    difference: (movedBy(theirs, false) - amount) as Centavos,
    ours: { amount: toCentsNumber(amount), state: amount === ZERO ? 'none' : 'moved' },
    theirs: factOf(theirs),
  }
}

function kindOf({ ours, theirs }: Entry, now: Date): Kind | null {
  // What we know nothing of is strange also while it is under way.
  if (ours === null) return theirs === null || theirs.state === 'none' ? null : 'MISSING_HERE'
  if (theirs === null) return ours.state === 'moved' ? 'MISSING_THERE' : null
  if (ours.state === 'moved' && theirs.state === 'moved') return ofTheMoved(ours, theirs)
  if (ours.state !== 'moved' && theirs.state !== 'moved') return null
  return ours.state === 'open' && isYoung(ours, now) ? null : 'OTHER_STATE'
}

const isYoung = ({ since }: OurWord, now: Date) => now.getTime() - since.getTime() < UNDER_WAY_MS

function ofTheMoved(ours: Word, theirs: Word): Kind | null {
  if (ours.amount !== theirs.amount) return 'OTHER_AMOUNT'
  return isOtherName(ours, theirs) ? 'OTHER_ID' : null
}

/** What one side leaves out conflicts with nothing. */
const isOtherName = ({ name: ours }: Word, { name: theirs }: Word) => ours != null && theirs != null && ours !== theirs

const movedBy = (word: Word | null, whatever: boolean): Centavos =>
  word !== null && (whatever || word.state === 'moved') ? word.amount : ZERO

const factOf = (word: Word | null): Fact | null =>
  word === null ? null : { amount: toCentsNumber(word.amount), state: word.state }

const namedFact = (word: Word | null): Fact | null => {
  const event = factOf(word)
  return event === null || word?.name == null ? event : { ...event, name: word.name }
}
