// A mail that is owed to a person: what it is about, for how long it is wanted, and when it is tried again. It holds nothing
// secret: a link that opens something is made when the mail is written, moments before it goes out.
import type { Role } from '#http/route.ts'
import type { Language } from '#kernel/language.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

/** What each is about. Both ends of the outbox know it. */
export interface Details {
  /** A person is asked to join. */
  invitation: { uuid: string; version: number }
  /** A person has forgotten their password, if there is such a person. */
  'password-reset': Record<string, never>
  /** A person's password is another one. `ended`: what a password that was set by mail has ended besides the sessions. */
  'password-changed': { name: string; ended?: { passkeys: number; authenticatorApp: boolean } }
  /** A person wants to register with this address. */
  'address-confirmation': { id: string }
  /** A person has a second factor that they did not have before. */
  'factor-added': FactorMail & Whence
  /** A person wants to confirm one. */
  'factor-confirmation': FactorMail
  /** A person has signed in by a browser that was not known. */
  'session-opened': { name: string } & Whence
  'money-in': Stretch
  disputes: Stretch
  'failed-cashouts': Stretch
  'webhook-switched-off': Stretch & { webhookId: number }
  /** A person was invited into an account, has joined, has another role, or was removed: for its owners. */
  'team-change': {
    what: 'INVITED' | 'JOINED' | 'ROLE' | 'REMOVED'
    email: string
    role: Role
    approvesFrom: string | null
    by: string | null
    account: string
  }
  /** An operator is to be removed, or was: for all operators. */
  'operator-change': { what: 'PROPOSED' | 'REMOVED'; email: string; name: string; by: string | null }
  /** A change of payout rules that protects less was proposed: for the owners of the account. */
  'rule-change': { account: string; by: string | null; aloneFrom: string | null }
  /** Too many cards of an account were declined, so that it takes none for a while: for its owners. */
  'cards-off': { account: string; declined: number; approved: number; until: string }
}

export interface FactorMail {
  name: string
  factor: 'passkey' | 'app' | 'codes'
  factorId: string
}

/** From where and when a person did something. */
export interface Whence {
  browser: string | null
  system: string | null
  address: string
  at: string
}

/** A summary for one member of an account: what happened in it in a stretch of time. */
interface Stretch {
  since: string
  upTo: string
}

export type MailKind = keyof Details

export interface NewMail<Kind extends MailKind = MailKind> {
  accountId: number
  kind: Kind
  /** An address, in lower case. */
  recipient: string
  language: Language
  detail: Details[Kind]
  /** Nobody wants it after that. */
  expiresAt: Date
}

export interface DueMail<Kind extends MailKind = MailKind> extends NewMail<Kind> {
  id: bigint
  createdAt: Date
  tries: number
}

/** What goes out, as text and as HTML. */
export interface Message {
  /** The same at every try, so that a mailbox can recognise a repetition. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/**
 * Resolves when the mail server has taken it. Throws MailRefused where it never will. `printsOnly`: there is no server; the mail
 * is printed where the gateway was started and reaches no mailbox.
 */
export type SendMail = ((message: Message) => Promise<void>) & { readonly printsOnly?: true }

/** This recipient or this text is not taken, however often it is tried. */
export class MailRefused extends Error {}

const WAITS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]

/** After so many tries in vain; null: it is not worth another one. */
export function nextTry(mail: Pick<DueMail, 'expiresAt'>, tries: number, now: Date): Date | null {
  const next = new Date(now.getTime() + (WAITS_MS[tries - 1] ?? HOUR_MS))
  return next < mail.expiresAt ? next : null
}

/** From this one on a person is shown that mail does not go out. */
export const TRIES_BEFORE_ALERT = 3

/** For so long it is kept what was sent to whom. */
export const KEPT_MS = 30 * DAY_MS

export const later = (clock: Clock, ms: number): Date => new Date(clock().getTime() + ms)
