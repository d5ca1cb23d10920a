// A PNG written anew from what was uploaded. The pixels are unpacked, counted and packed again, and of the chunks only those that a
// picture needs are kept. So nothing that hides in the file goes on to buyers: no text, no profile, no second picture, no bytes that
// another program would take for a page or an archive.
import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'

const [unpack, pack] = [promisify(inflate), promisify(deflate)] as [
  (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>,
  (bytes: Buffer, options: { level: number }) => Promise<Buffer>,
]

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Length, type and CRC. */
const CHUNK_BYTES = 12
const [HEADER_BYTES, BEST] = [13, 9]
/** How many values a pixel has, by colour type, and with how many bits each. */
const KINDS: Record<number, { values: number; depths: number[] }> = {
  0: { values: 1, depths: [1, 2, 4, 8, 16] },
  2: { values: 3, depths: [8, 16] },
  3: { values: 1, depths: [1, 2, 4, 8] },
  4: { values: 2, depths: [8, 16] },
  6: { values: 4, depths: [8, 16] },
}
const PALETTE = 3
const MAX_FILTER = 4
/** Of an interlaced picture: where each pass begins, and how far apart its pixels are. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

export const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/** null: it is no PNG, a damaged one, one with something behind its end, or greater than `maxSide`. */
export async function rewritePng(file: Buffer, maxSide: number): Promise<Picture | null> {
  const chunks = chunksOf(file)
  const header = chunks === null ? null : headerOf(chunks[0])
  if (chunks === null || header === null || header.width > maxSide || header.height > maxSide) return null
  const middle = middleOf(chunks, header)
  const pixels = middle === null ? null : await pixelsOf(chunks, header)
  if (middle === null || pixels === null) return null
  const data = await pack(pixels, { level: BEST })
  const kept = [chunkOf('IHDR', header.bytes), ...middle, chunkOf('IDAT', data), chunkOf('IEND', Buffer.alloc(0))]
  return { bytes: Buffer.concat([SIGNATURE, ...kept]), width: header.width, height: header.height }
}

interface Chunk {
  type: string
  data: Buffer
}

/** Every one with its CRC right, IEND last and nothing behind it. */
function chunksOf(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + CHUNK_BYTES <= file.length; ) {
    const end = at + CHUNK_BYTES + file.readUInt32BE(at)
    if (end > file.length) return null
    const type = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, end - 4)
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    chunks.push({ type, data })
    if (type === 'IEND') return end === file.length && data.length === 0 ? chunks : null
    at = end
  }
  return null
}

interface Header {
  bytes: Buffer
  width: number
  height: number
  colour: number
  bits: number
  interlaced: boolean
}

function headerOf(chunk: Chunk | undefined): Header | null {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== HEADER_BYTES) return null
  const { data } = chunk
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8)
  const kind = KINDS[colour]
  if (kind === undefined || !kind.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    return null
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  if (width === 0 || height === 0) return null
  return { bytes: data, width, height, colour, bits: kind.values * depth, interlaced: interlace === 1 }
}

/** Palette and transparency. What else is needed to read a file, and is not known here, makes it unreadable. */
function middleOf(chunks: Chunk[], { colour }: Header): Buffer[] | null {
  const known = ['IHDR', 'PLTE', 'IDAT', 'IEND']
  const isCritical = ({ type }: Chunk) => type.charAt(0) < 'a'
  if (chunks.some(chunk => isCritical(chunk) && !known.includes(chunk.type))) return null
  const [palette, ...morePalettes] = chunks.filter(({ type }) => type === 'PLTE')
  const [transparency] = chunks.filter(({ type }) => type === 'tRNS')
  const entries = (palette?.data.length ?? 0) / 3
  if (morePalettes.length > 0 || !Number.isInteger(entries) || entries > 256) return null
  if (colour === PALETTE && entries === 0) return null
  const kept: Buffer[] = []
  if (colour === PALETTE && palette !== undefined) kept.push(chunkOf('PLTE', palette.data))
  const lengths: Record<number, (length: number) => boolean> = {
    0: length => length === 2,
    2: length => length === 6,
    [PALETTE]: length => length > 0 && length <= entries,
  }
  if (transparency !== undefined && lengths[colour]?.(transparency.data.length) === true)
    kept.push(chunkOf('tRNS', transparency.data))
  return kept
}

/** As many as the header says, each line with a filter that there is. */
async function pixelsOf(chunks: Chunk[], header: Header): Promise<Buffer | null> {
  const lines = linesOf(header)
  const total = lines.reduce((sum, line) => sum + line, 0)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = await unpack(packed, { maxOutputLength: total }).catch(() => null)
  if (pixels === null || pixels.length !== total) return null
  let at = 0
  for (const line of lines) {
    if ((pixels[at] ?? 0) > MAX_FILTER) return null
    at += line
  }
  return pixels
}

/** How many bytes each line has, with the one that names its filter. */
function linesOf({ width, height, bits, interlaced }: Header): number[] {
  const lines = (columns: number, rows: number): number[] =>
    columns === 0 ? [] : Array.from({ length: rows }, () => 1 + Math.ceil((columns * bits) / 8))
  if (!interlaced) return lines(width, height)
  return PASSES.flatMap(([left, top, across, down]) =>
    lines(Math.ceil((width - left) / across), Math.max(0, Math.ceil((height - top) / down))),
  )
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
