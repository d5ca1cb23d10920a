// Which process holds a connection, as Linux knows it.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

/** Whether `pid` holds the end at `url` of the IPv4 connection that leaves from `fromPort`. */
export function hasConnection(pid: number, url: string, fromPort: number): boolean {
  const inode = inodeOf(Number(new URL(url).port), fromPort)
  return inode !== null && socketsOf(pid).includes(`socket:[${inode}]`)
}

/** Columns of the kernel's table: number, local address, remote address, state, five more, inode. */
function inodeOf(port: number, fromPort: number): string | null {
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const columns = line.trim().split(/\s+/)
    const [, local = '', remote = ''] = columns
    if (local.endsWith(`:${hex(port)}`) && remote.endsWith(`:${hex(fromPort)}`)) return columns[9] ?? null
  }
  return null
}

const socketsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      // Closed meanwhile.
      return []
    }
  })
