// An object of what is given. A field that is there and undefined is another thing than one that is absent: spread over another
// object it would take away what stood there.

type Given<Of extends object> = { [Name in keyof Of]?: Exclude<Of[Name], undefined> }

/** Without the fields that are undefined. */
export const given = <Of extends object>(fields: Of): Given<Of> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Of>
