// Reads filters from the address: invalid values are ignored.
export type RawSearch = Record<string, unknown>

/** Numbers come parsed out of an address, and a search for "123" is a text all the same. */
export function textIn(raw: RawSearch, name: string): string | undefined {
  const value = raw[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function oneOf<const T extends string>(raw: RawSearch, name: string, known: readonly T[]): T | undefined {
  const value = raw[name]
  return known.find(one => one === value)
}

/** A day such as 2026-01-31. */
export function dayIn(raw: RawSearch, name: string): string | undefined {
  const value = textIn(raw, name)
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
}

export const cursorIn = (raw: RawSearch): string | undefined => textIn(raw, 'cursor')

/** The possible page sizes; the first one is the default, and is left out of the address. */
export const PAGE_SIZES = [20, 50, 100] as const

export function limitIn(raw: RawSearch): number | undefined {
  const limit = Number(raw.limit)
  return PAGE_SIZES.slice(1).find(size => size === limit)
}

/** The position in a list and the page size, and the filters: only the latter count as filters. */
export const filtersIn = <S extends { cursor?: string; limit?: number }>({ cursor: _, limit: __, ...filters }: S) =>
  filters

/** Without the empty names, which keeps addresses short. */
export function defined<T extends Record<string, unknown>>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never
}
