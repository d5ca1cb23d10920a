// Why something was not verified.

export type VerificationReason =
  /** A header that must be there is not, or is empty. Where all are missing, look at `brand`. */
  | 'HEADER_MISSING'
  /** A header came twice. */
  | 'HEADER_REPEATED'
  /** A header does not have its form: a signature that is cut off or in upper case, a timestamp that is no number. */
  | 'HEADER_MALFORMED'
  /** No signature was made over this body with one of your secrets. */
  | 'SIGNATURE_MISMATCH'
  /** Genuine, but signed too long ago or ahead of your clock: a replay, or a clock that is wrong. */
  | 'TIMESTAMP_OUT_OF_TOLERANCE'
  /** Genuine, but not JSON in UTF-8. */
  | 'BODY_NOT_JSON'
  /** A secret is empty, blank or undefined, or there is none. */
  | 'SECRET_EMPTY'
  /** `body` is not bytes: something has parsed or decoded it before. */
  | 'BODY_NOT_BYTES'
  /** Another option cannot be used; the message names it. */
  | 'OPTION_INVALID'

/** The receiver itself is at fault. It answers 5xx, so that the gateway tries again; after 4xx it would not. */
const OUR_FAULT: readonly VerificationReason[] = ['OPTION_INVALID', 'SECRET_EMPTY', 'BODY_NOT_BYTES']

/** Thrown for everything that is not verified. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly reason: VerificationReason
  /**
   * What to answer. 400 where the request is at fault: the gateway does not try again. 500 where the receiver is (the last
   * three reasons): it does.
   */
  readonly statusCode: 400 | 500

  constructor(reason: VerificationReason, message: string) {
    super(message)
    this.reason = reason
    this.statusCode = OUR_FAULT.includes(reason) ? 500 : 400
  }
}
