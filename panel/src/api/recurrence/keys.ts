// The name under which the answers about recurrences are kept: the live stream needs it on every page, and their queries only on theirs.
export const recurrencesKey = ['recurrences'] as const
