// Money on its way out: cashouts and refunds that have begun and not ended, and how far each is known to be. Cashouts that wait
// for an approval have not begun. Pure.

export const OUTGOING_KINDS = ['cashout', 'refund'] as const
export type OutgoingKind = (typeof OUTGOING_KINDS)[number]

/** A refund of a Pix is never UNKNOWN, as its id may always be sent again; one of a card is, until its acquirer or a person says what became of it. */
export const OUTGOING_STATUSES = ['QUEUED', 'SENT', 'UNKNOWN', 'ACCEPTED'] as const
export type OutgoingStatus = (typeof OUTGOING_STATUSES)[number]

/** What keeps one from going on, where it is more than its turn. */
export const STOPS = ['RECOVERY', 'ACCOUNT_STOPPED', 'NO_PSP', 'PSP_OFF', 'PSP_RESTS'] as const
export type Stop = (typeof STOPS)[number]
