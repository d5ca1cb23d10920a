// Lists as the gateway gives them.
export interface Page<T> {
  data: T[]
  nextCursor: string | null
}
