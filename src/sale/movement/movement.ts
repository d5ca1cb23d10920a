// A credit on a bank's statement: by which way it came, whose document it names, and whether it is to be booked. Pure.
import { type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import type { StatementLine } from './ofx.ts'

export const MOVEMENT_STATES = ['BOOKED', 'PIX', 'UNCLEAR', 'DISMISSED'] as const
export type MovementState = (typeof MOVEMENT_STATES)[number]

export interface Credit {
  source: 'PSP' | 'OFX'
  lineId: string
  day: LocalDate
  paidAt: Date
  amount: Centavos
  payer: { name: string; document: string }
  message: string | null
  /** A Pix is booked by the PSP's list of Pix, and from no statement. `other`: the line does not say. */
  way: 'transfer' | 'pix' | 'other'
}

const END_TO_END_ID = /\bE\d{8}\d{12}[A-Za-z0-9]{11}\b/
const IS_PIX = /\bPIX\b/i
const IS_TRANSFER = /\b(?:TED|DOC|TEF|TRANSF|TRANSFER[EÊ]NCIA|XFER)\b/i

/** `own`: the document of the account's holder, which banks write beside the payer's. null: no credit. */
export function creditOf(line: StatementLine, own: string): Credit | null {
  if (line.amount <= 0n) return null
  const text = `${line.type} ${line.name} ${line.memo}`
  const isPix = IS_PIX.test(text) || END_TO_END_ID.test(`${line.id} ${text}`)
  const message = `${line.name} ${line.memo}`.trim()
  return {
    source: 'OFX',
    lineId: line.id,
    day: line.day,
    // The file says no more than the day.
    paidAt: timeOn(line.day, 12),
    amount: line.amount,
    payer: { name: line.name, document: documentIn(text, own) },
    message: message === '' ? null : message,
    way: isPix ? 'pix' : IS_TRANSFER.test(text) ? 'transfer' : 'other',
  }
}

const DOCUMENT = /(?<![\dA-Z])(?:\d{3}\.?\d{3}\.?\d{3}-?\d{2}|\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2})(?![\dA-Z])/gi

/** The one document that the text holds, but for the account's own; '' where there is none, or more than one. */
function documentIn(text: string, own: string): string {
  const found = [...text.matchAll(DOCUMENT)].flatMap(([whole]) => parseDocument(whole)?.digits ?? [])
  const [first, ...others] = new Set(found.filter(digits => digits !== own))
  return first === undefined || others.length > 0 ? '' : first
}

/** How the same line is told from another one: a bank that gives its lines other ids in each file must not have one booked twice. */
export interface Known {
  /** Credits of that day and amount that are settled already, of statements of the same source and of the other. */
  same: number
  other: number
  /** This very line is among them. */
  isKept: boolean
}

/** `nth`: which of the file's lines of this day and amount it is, from 1 on. null: it is kept already. */
export function stateOf(
  { way }: Credit,
  { same, other, isKept }: Known,
  nth: number,
): Exclude<MovementState, 'DISMISSED'> | null {
  if (isKept) return null
  if (way === 'pix') return 'PIX'
  // The PSP's statement and the bank's file name one credit by two ids.
  if (nth <= other) return null
  return way === 'other' || nth <= same ? 'UNCLEAR' : 'BOOKED'
}

/** Under which a credit of a statement is booked. No end-to-end id begins so. */
export const movementPaymentId = (pspAccountId: number, id: bigint): string => `T${pspAccountId}-${id}`

export const isMovementPaymentId = (id: string): boolean => /^T\d+-\d+$/.test(id)
