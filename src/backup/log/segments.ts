// Cuts the stream of the log into the files that PostgreSQL keeps it in.
import { lsnOf } from '#db/replication/log-stream.ts'
import { walNameOf } from '../names.ts'
import type { LogFile } from './files.ts'

export interface Segment extends Omit<LogFile, 'cluster'> {
  bytes: Buffer
  /** Where its last byte that is there ends. */
  end: bigint
}

export interface Segments {
  add(position: bigint, data: Buffer): void
  /** The oldest one that is whole. */
  takeWhole(): Segment | null
  /** The one that fills, where it holds more than the last time. */
  takePartial(): Segment | null
  waitingBytes(): number
}

export interface SegmentsOptions {
  /** Where a segment begins. */
  from: bigint
  /** So many bytes of the first one are kept already: what holds no more than those is not taken. */
  kept: number
  timeline: number
  segmentBytes: number
}

export function makeSegments({ from, kept, timeline, segmentBytes }: SegmentsOptions): Segments {
  const size = BigInt(segmentBytes)
  const whole: Segment[] = []
  let start = from
  let filled = 0
  let taken = kept
  let buffer = Buffer.alloc(segmentBytes)

  const segmentOf = (isPartial: boolean): Segment => ({
    wal: walNameOf({ lsn: lsnOf(start), timeline }, segmentBytes),
    bytes: isPartial ? Buffer.from(buffer.subarray(0, filled)) : buffer,
    filled: isPartial ? filled : null,
    end: start + BigInt(filled),
  })

  return {
    add(position, data) {
      if (position !== start + BigInt(filled))
        throw new Error(`the log goes on at ${lsnOf(position)}, and ${lsnOf(start + BigInt(filled))} was next`)
      let left = data
      while (left.length > 0) {
        const count = left.copy(buffer, filled)
        filled += count
        left = left.subarray(count)
        if (filled < segmentBytes) continue
        whole.push(segmentOf(false))
        start += size
        filled = 0
        taken = 0
        buffer = Buffer.alloc(segmentBytes)
      }
    },
    takeWhole: () => whole.shift() ?? null,
    takePartial() {
      if (filled <= taken) return null
      taken = filled
      return segmentOf(true)
    },
    waitingBytes: () => whole.length * segmentBytes,
  }
}
