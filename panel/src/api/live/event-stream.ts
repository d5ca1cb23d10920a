// Parses server-sent events from text as it arrives, by the rules of the HTML standard. EventSource itself can neither send a
// header nor report why it was refused.

export interface StreamEvent {
  event: string
  data: string
  /** Of this event or, where it has none, of the last one that had. */
  id: string
}

/** A CR at the very end may be the half of a CR LF. */
const LINE_END = /\r\n|\n|\r(?!$)/
const FIELD = /^([^:]*)(?::(?: ?)(.*))?$/s

/** Answers a function that takes the text piece by piece, without a byte order mark. */
export function readEvents(take: (event: StreamEvent) => void): (text: string) => void {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []

  function end(): void {
    if (data.length > 0) take({ event: event === '' ? 'message' : event, data: data.join('\n'), id })
    event = ''
    data = []
  }

  function line(text: string): void {
    if (text === '') {
      end()
      return
    }
    const [, name = '', value = ''] = FIELD.exec(text) ?? []
    if (name === 'data') data.push(value)
    if (name === 'event') event = value
    if (name === 'id' && !value.includes('\0')) id = value
  }

  return text => {
    const lines = (rest + text).split(LINE_END)
    rest = lines.pop() ?? ''
    for (const one of lines) line(one)
  }
}
