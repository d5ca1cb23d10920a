// How the descriptions show an answer of server-sent events.
import { Type } from 'typebox'

/** The whole is text. Tools that read it frame by frame get objects of this form. */
export const framesOf = (events: readonly string[]) =>
  Type.Unsafe<unknown>({
    type: ['string', 'object'],
    properties: {
      event: { type: 'string', enum: [...events] },
      id: { type: 'string' },
      data: { type: 'string' },
    },
  })
