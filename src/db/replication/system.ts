// What a server says of itself in the replication protocol.
import type { ReplicationSession } from './session.ts'

interface System {
  /** Of the cluster, and of each copy of it. */
  identifier: string
  timeline: number
}

export async function systemOf(session: ReplicationSession): Promise<System> {
  const [row] = await session.command<{ systemid: string; timeline: number }>('IDENTIFY_SYSTEM')
  if (row === undefined) throw new Error('the server does not say which one it is')
  return { identifier: row.systemid, timeline: Number(row.timeline) }
}

const UNITS: Record<string, number> = { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** Of one file of the log: 16 MB unless the cluster was made otherwise. */
export async function segmentBytesOf(session: ReplicationSession): Promise<number> {
  const [row] = await session.command<{ wal_segment_size: string }>('SHOW wal_segment_size')
  const [, count = '', unit = ''] = /^(\d+)(kB|MB|GB)$/.exec(row?.wal_segment_size ?? '') ?? []
  return Number(count) * (UNITS[unit] ?? Number.NaN)
}
