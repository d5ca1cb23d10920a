// Reads a picture of a bar code as a scanner does: bar by bar, gap by gap.
import assert from 'node:assert/strict'

/** By which of the five elements are wide; another table than that of the program, in the order of the digits' weights 1, 2, 4, 7. */
const WEIGHTS = [1, 2, 4, 7, 0]

/** The digits of a picture, found by the widths of its bars and of what lies between them. */
export function scanned(svg: string): string {
  const bars = [...svg.matchAll(/M(\d+) 0h(\d+)v\d+h-\2z/g)].map(([, from, width]) => [Number(from), Number(width)])
  const elements = bars.flatMap(([from = 0, width = 0], n) => {
    const next = bars[n + 1]?.[0]
    return next === undefined ? [width] : [width, next - from - width]
  })
  assert.deepEqual(elements.slice(0, 4), [1, 1, 1, 1])
  assert.deepEqual(elements.slice(-3), [3, 1, 1])
  const content = elements.slice(4, -3)
  const digits: string[] = []
  for (let at = 0; at < content.length; at += 10) {
    const pair = content.slice(at, at + 10)
    digits.push(digitOf(pair.filter((_, n) => n % 2 === 0)), digitOf(pair.filter((_, n) => n % 2 === 1)))
  }
  return digits.join('')
}

function digitOf(widths: number[]): string {
  assert.equal(widths.filter(width => width === 3).length, 2)
  assert.equal(widths.filter(width => width === 1).length, 3)
  const sum = widths.reduce((total, width, n) => total + (width === 3 ? (WEIGHTS[n] ?? 0) : 0), 0)
  // Zero is the one digit whose weights add up to eleven.
  return sum === 11 ? '0' : String(sum)
}
