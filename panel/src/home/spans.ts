// How many days the figures of the first screen may go back.
export const SPANS = [1, 7, 30] as const
export type Span = (typeof SPANS)[number]
