// autocannon ships no types; this is what we use of it.
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** In seconds. */
    duration?: number
    /** So many requests, however long they take. */
    amount?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
  }
  interface Result {
    requests: { average: number }
    non2xx: number
    /** Answered so. */
    '2xx': number
    errors: number
  }
  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
