/** What the test bank goes by begins a name; any surname may follow. */
export const playedName = (start: string): string => `${start} Lima`
