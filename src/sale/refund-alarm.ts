// What the PSP tells again with every list that it sends is rung once, as far as this process remembers.

type Alarm = (said: string, known: object) => void

const MOST_REMEMBERED = 10_000

export function onceEach(alarm: Alarm): (key: string, said: string, known: object) => void {
  const rung = new Set<string>()
  return (key, said, known) => {
    if (rung.has(key)) return
    if (rung.size >= MOST_REMEMBERED) rung.clear()
    rung.add(key)
    alarm(said, known)
  }
}
