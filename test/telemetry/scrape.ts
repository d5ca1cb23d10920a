// A scrape as Prometheus reads it: each line a name, its labels and a value.
import assert from 'node:assert/strict'

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^([a-z_]+[a-z\d_]*)(?:\{(.*)\})? (NaN|[-+]?[\d.e+-]+|[-+]Inf)$/
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)",?/g

export async function scrape(metricsUrl: string | null): Promise<Sample[]> {
  const answer = await fetch(`${metricsUrl}/metrics`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return lines.map(sampleIn)
}

function sampleIn(line: string): Sample {
  const found = LINE.exec(line)
  assert.ok(found, `a line that is no sample: ${line}`)
  const [, name = '', labels = '', value] = found
  return {
    name,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, text]) => [key, text])),
    value: Number(value),
  }
}

/** The sum of the samples of this name that carry these labels. */
export const sumOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter(
      sample => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
