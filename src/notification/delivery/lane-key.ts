// Which lane a receiver has. A webhook is a receiver, and its lane is its id; postbacks go by host, because their
// addresses are given per sale, and have a negative number made of it.
import { createHash } from 'node:crypto'

/** Two hosts of one number would share a lane and nothing else: with 62 bits nobody will see it happen. */
export function laneOfPostback(url: string): bigint {
  const { host } = new URL(url)
  return -1n - (createHash('sha256').update(host).digest().readBigUInt64BE() >> 2n)
}
