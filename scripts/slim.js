// Takes out of node_modules what no gateway reads, a third of it: headers for C++, types, maps of sources, and the symbols of Node's
// program. For an install that serves and never builds. Plain JavaScript without dependencies, for any Node from 18 up.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const UNREAD = /\.(?:map|d\.[cm]?ts)$/
const NODES = /^node-(?:bin-)?(?:linux|darwin)-/

/** `unused`: folders of packages that may go whole. */
export function slim(modules, unused) {
  for (const folder of unused) rmSync(folder, { recursive: true, force: true })
  for (const name of readdirSync(modules).filter(one => NODES.test(one))) {
    rmSync(join(modules, name, 'include'), { recursive: true, force: true })
    dropSymbols(join(modules, name, 'bin', 'node'))
  }
  dropUnread(modules)
}

function dropUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) dropUnread(path)
    else if (entry.isFile() && UNREAD.test(entry.name)) rmSync(path)
  }
}

/** Works on a copy, which has to run before it takes the program's place. Other programs than Linux's are left alone. */
function dropSymbols(program) {
  if (process.platform !== 'linux' || !existsSync(program)) return
  const copy = `${program}-${process.pid}`
  copyFileSync(program, copy)
  chmodSync(copy, 0o755)
  try {
    const runs = cutSections(copy) && spawnSync(copy, ['--eval', '0']).status === 0
    if (runs) renameSync(copy, program)
  } finally {
    rmSync(copy, { force: true })
  }
}

const HEADER_BYTES = 64
const ELF_64_LITTLE_ENDIAN = '7f454c460201'
/** Where the header of the file says how its sections are found, and how its segments are. */
const SECTIONS = { offset: 40, entryBytes: 58, count: 60, names: 62 }
const SEGMENTS = { offset: 32, entryBytes: 54, count: 56 }

/** A program is loaded by its segments. Behind the last one there are only sections: symbols, and words for debuggers. */
function cutSections(file) {
  const descriptor = openSync(file, 'r+')
  try {
    const header = bytesAt(descriptor, 0, HEADER_BYTES)
    if (header.toString('hex', 0, 6) !== ELF_64_LITTLE_ENDIAN) return false
    header.writeBigUInt64LE(0n, SECTIONS.offset)
    for (const at of [SECTIONS.entryBytes, SECTIONS.count, SECTIONS.names]) header.writeUInt16LE(0, at)
    writeSync(descriptor, header, 0, HEADER_BYTES, 0)
    ftruncateSync(descriptor, endOfSegments(descriptor, header))
    return true
  } finally {
    closeSync(descriptor)
  }
}

function endOfSegments(descriptor, header) {
  const offset = Number(header.readBigUInt64LE(SEGMENTS.offset))
  const entryBytes = header.readUInt16LE(SEGMENTS.entryBytes)
  const count = header.readUInt16LE(SEGMENTS.count)
  const ends = Array.from({ length: count }, (_, n) => {
    const segment = bytesAt(descriptor, offset + n * entryBytes, entryBytes)
    return Number(segment.readBigUInt64LE(8) + segment.readBigUInt64LE(32))
  })
  return Math.max(offset + count * entryBytes, ...ends)
}

function bytesAt(descriptor, offset, length) {
  const bytes = Buffer.alloc(length)
  readSync(descriptor, bytes, 0, length, offset)
  return bytes
}
