// Receives the log of a running server, so that a backup can be brought to any moment after it. What is on our disk is confirmed, and
// nothing before: the server keeps the rest for us in a slot, also while nobody receives.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#db/postgres.ts'
import { lsnOf, positionOf, startLogStream } from '#db/replication/log-stream.ts'
import { openReplication, type ReplicationSession } from '#db/replication/session.ts'
import { segmentBytesOf } from '#db/replication/system.ts'
import { openFolder, removeOld } from '../folder.ts'
import { walNameOf } from '../names.ts'
import { type LogWriting, logFilesIn, timelineIn, writeLogFile } from './files.ts'
import { makeSegments, type Segments } from './segments.ts'

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
  await removeOld(folder, null, following.clock)
  const session = await openReplication(connection)
  try {
    const { from, timeline, segmentBytes } = await beginning(session, folder, say)
    const segments = makeSegments(from, timeline, segmentBytes)
    const stream = startLogStream(session, { slot: SLOT, from, timeline, onData: segments.add })
    let confirmed = from
    const broken = stream.ended.then(() => {
      throw new Error('the server has ended the log')
    })
    broken.catch(() => {})
    say(`Receiving the log from ${lsnOf(from)} on, into ${folder}`)
    do {
      // A signal to leave ends the pause, and what has come is written once more.
      await Promise.race([sleep(everyMs, undefined, { signal: leaving }).catch(() => {}), broken])
      confirmed = await write(following, segments, confirmed, session)
      stream.confirm(confirmed)
    } while (!leaving.aborted)
  } finally {
    await session.close()
  }
}

async function write(
  following: Following,
  segments: Segments,
  confirmed: bigint,
  { client }: ReplicationSession,
): Promise<bigint> {
  let end = confirmed
  const { stream } = client.connection
  if (segments.waitingBytes() > MAX_WAITING_BYTES) stream.pause()
  for (const segment of segments.take()) {
    // The last write is not broken off by the signal that asked for it.
    await writeLogFile({ ...following, leaving: NEVER }, segment, segment.bytes)
    end = segment.end
  }
  stream.resume()
  return end
}

const NEVER = new AbortController().signal

interface Beginning {
  from: bigint
  timeline: number
  segmentBytes: number
}

async function beginning(
  session: ReplicationSession,
  folder: string,
  say: (sentence: string) => void,
): Promise<Beginning> {
  const [system] = await session.command<{ timeline: number }>('IDENTIFY_SYSTEM')
  const timeline = Number(system?.timeline)
  const segmentBytes = await segmentBytesOf(session)
  const kept = await slotPosition(session, say)
  const firstKept = kept - (kept % BigInt(segmentBytes))
  const last = (await logFilesIn(folder)).findLast(file => !file.isPartial && timelineIn(file.wal) === timeline)
  const next = last === undefined ? null : endOf(last.wal, segmentBytes)
  if (next !== null && next < firstKept)
    say(
      `The log between ${lsnOf(next)} and ${lsnOf(firstKept)} is lost. Take a backup now: only from it on the log is whole again.`,
    )
  return { from: next !== null && next > firstKept ? next : firstKept, timeline, segmentBytes }
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
