// Refusals that several verbs of carts share.
import { Failure } from '#kernel/failure.ts'

export const CLOSED = new Failure('CONFLICT', 'Nothing is sold here any more')
/** What that code asks for has been agreed on; it ends, or is paid, before anything else is. */
export const CODE_IS_OPEN = new Failure('CONFLICT', 'The cart has a code that is open')
