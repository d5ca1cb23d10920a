// Receives the log of a running server, so that a backup can be brought to any moment after it. What is on our disk is confirmed, and
// nothing before: the server keeps the rest for us in a slot, also while nobody receives.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#db/postgres.ts'
import { lsnOf, positionOf, startLogStream } from '#db/replication/log-stream.ts'
import { openReplication, type ReplicationSession } from '#db/replication/session.ts'
import { segmentBytesOf, systemOf } from '#db/replication/system.ts'
import { openFolder, removeUnfinished } from '../folder.ts'
import { clusterNameOf, walNameOf } from '../names.ts'
import { type LogWriting, logFilesIn, timelineIn, writeLogFile } from './files.ts'
import { makeSegments, type Segment, type SegmentsOptions } from './segments.ts'

export interface Following extends LogWriting {
  /** Of a role that may copy the server. */
  connection: Connection
  /** So often what has come is written. */
  everyMs: number
  say: (sentence: string) => void
}

const SLOT = 'porteira_log'
/** More waits in the server. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** Ends when it is to leave, or throws when the connection breaks. */
export async function followLog(following: Following): Promise<void> {
  const { connection, folder, everyMs, leaving, say } = following
  await openFolder(folder)
  await removeUnfinished(folder, following.clock)
  const session = await openReplication(connection)
  try {
    const { cluster, ...start } = await beginning(session, folder, say)
    const { from, timeline } = start
    const segments = makeSegments(start)
    const socket = session.client.connection.stream
    const isFull = () => segments.waitingBytes() >= MAX_WAITING_BYTES
    let wake = () => {}
    const onData = (position: bigint, data: Buffer) => {
      segments.add(position, data)
      if (!isFull()) return
      socket.pause()
      wake()
    }
    const stream = startLogStream(session, { slot: SLOT, from, confirmed: from + BigInt(start.kept), timeline, onData })
    const broken = stream.ended.then(() => {
      throw new Error('the server has ended the log')
    })
    broken.catch(() => {})
    const write = async (segment: Segment) => {
      // The last write is not broken off by the signal that asked for it.
      await writeLogFile({ ...following, leaving: NEVER }, { ...segment, cluster }, segment.bytes)
      stream.confirm(segment.end)
      if (!isFull()) socket.resume()
    }
    say(`Receiving the log from ${lsnOf(from)} on, into ${folder}`)
    do {
      const full = new AbortController()
      wake = () => full.abort()
      // A signal to leave ends the pause, and what has come is written once more.
      const pause = isFull() ? null : sleep(everyMs, undefined, { signal: AbortSignal.any([leaving, full.signal]) })
      await Promise.race([pause?.catch(() => {}), broken])
      for (let whole = segments.takeWhole(); whole !== null; whole = segments.takeWhole()) await write(whole)
      const partial = segments.takePartial()
      if (partial !== null) await write(partial)
      else stream.confirm()
    } while (!leaving.aborted)
  } finally {
    await session.close()
  }
}

const NEVER = new AbortController().signal

interface Beginning extends SegmentsOptions {
  cluster: string
}

async function beginning(
  session: ReplicationSession,
  folder: string,
  say: (sentence: string) => void,
): Promise<Beginning> {
  const { identifier, timeline } = await systemOf(session)
  const cluster = clusterNameOf(identifier)
  const segmentBytes = await segmentBytesOf(session)
  const kept = await slotPosition(session, say)
  const firstKept = kept - (kept % BigInt(segmentBytes))
  const files = (await logFilesIn(folder, cluster)).filter(({ wal }) => timelineIn(wal) === timeline)
  const last = files.findLast(({ filled }) => filled === null)
  const next = last === undefined ? null : endOf(last.wal, segmentBytes)
  if (next !== null && next < firstKept)
    say(
      `The log between ${lsnOf(next)} and ${lsnOf(firstKept)} is lost. Take a backup now: only from it on the log is whole again.`,
    )
  const from = next !== null && next > firstKept ? next : firstKept
  const firstWal = walNameOf({ lsn: lsnOf(from), timeline }, segmentBytes)
  return { from, kept: files.find(({ wal }) => wal === firstWal)?.filled ?? 0, timeline, segmentBytes, cluster }
}

/** From where on the server keeps the log for us. */
async function slotPosition(session: ReplicationSession, say: (sentence: string) => void): Promise<bigint> {
  const read = async () => {
    const [slot] = await session.command<{ slot_type: string | null; restart_lsn: string | null }>(
      `READ_REPLICATION_SLOT ${SLOT}`,
    )
    return { isThere: slot?.slot_type === 'physical', lsn: slot?.restart_lsn ?? null }
  }
  const before = await read()
  if (before.lsn !== null) return positionOf(before.lsn)
  // The server gave up on us, since we were away for so long that its disk would have filled.
  if (before.isThere) await session.command(`DROP_REPLICATION_SLOT ${SLOT}`)
  await session.command(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`)
  say('The server keeps its log for us from now on. Take a backup: only with one that is younger is the log of any use')
  return positionOf((await read()).lsn ?? '')
}

function endOf(wal: string, segmentBytes: number): bigint {
  const [high, low] = [wal.slice(8, 16), wal.slice(16)].map(part => BigInt(`0x${part}`)) as [bigint, bigint]
  return (high << 32n) + (low + 1n) * BigInt(segmentBytes)
}

export const nextWal = (wal: string, segmentBytes: number): string =>
  walNameOf({ lsn: lsnOf(endOf(wal, segmentBytes)), timeline: timelineIn(wal) }, segmentBytes)
