// Cuts the stream of the log into the files that PostgreSQL keeps it in.
import { lsnOf } from '#db/replication/log-stream.ts'
import { walNameOf } from '../names.ts'

export interface Segment {
  wal: string
  bytes: Buffer
  isPartial: boolean
  /** Where its last byte that is there ends. */
  end: bigint
}

export interface Segments {
  add(position: bigint, data: Buffer): void
  /** What is whole since the last time, and what has begun to fill since then. */
  take(): Segment[]
  waitingBytes(): number
}

export function makeSegments(from: bigint, timeline: number, segmentBytes: number): Segments {
  const size = BigInt(segmentBytes)
  let whole: Segment[] = []
  let start = from
  let filled = 0
  let taken = 0
  let buffer = Buffer.alloc(segmentBytes)

  const segmentOf = (isPartial: boolean): Segment => ({
    wal: walNameOf({ lsn: lsnOf(start), timeline }, segmentBytes),
    bytes: isPartial ? Buffer.from(buffer.subarray(0, filled)) : buffer,
    isPartial,
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
    take() {
      const all = [...whole, ...(filled > taken ? [segmentOf(true)] : [])]
      whole = []
      taken = filled
      return all
    },
    waitingBytes: () => whole.length * segmentBytes,
  }
}
