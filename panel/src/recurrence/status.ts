// The states of recurrences, and their journeys, as addresses name them.
export const RECURRENCE_STATUSES = ['CRIADA', 'APROVADA', 'REJEITADA', 'CANCELADA', 'EXPIRADA'] as const
export type RecurrenceStatus = (typeof RECURRENCE_STATUSES)[number]
export const JOURNEYS = [1, 2, 3, 4] as const
export type Journey = (typeof JOURNEYS)[number]
