// Moments that an operator names by a day, or by a day and an hour, of São Paulo.
const ZONE = '-03:00'

export const startOf = (day: string): string => `${day}T00:00:00${ZONE}`
export const endOf = (day: string): string => `${day}T23:59:59${ZONE}`

/** "2026-01-31T14:05", as a field of the browser gives it. */
export const momentOf = (local: string): string => `${local}:00${ZONE}`
