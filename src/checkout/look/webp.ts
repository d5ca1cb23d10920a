// A WebP written anew from what was uploaded: the frame, with its transparency, and nothing else of the file. Its pixels cannot be
// unpacked here, so its own frame is kept as it is; what a frame holds is looked at as a picture by nobody but a browser, which is told
// so (see routes.ts).
import type { Picture } from './png.ts'

const [FRAME_HEAD_BYTES, LOSSLESS_HEAD_BYTES, EXTENDED_BYTES] = [10, 5, 10]
const [ALPHA, ANIMATED] = [0x10, 0x02]
/** Of a lossy frame that stands by itself. */
const START_CODE = Buffer.from('9d012a', 'hex')
const LOSSLESS_MARK = 0x2f
const SIDE = 0x3fff
/** In the extended form, beside the frame. */
const DROPPED = ['ICCP', 'EXIF', 'XMP ']

export const isWebp = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'

/** null: it is no WebP, a damaged or animated one, one with something behind its end, or greater than `maxSide`. */
export function rewriteWebp(file: Buffer, maxSide: number): Picture | null {
  const chunks = chunksOf(file)
  const frame = chunks?.find(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const size = frame === undefined ? null : sizeOf(frame)
  if (chunks === undefined || chunks === null || frame === undefined || size === null) return null
  const { width, height } = size
  if (width === 0 || height === 0 || width > maxSide || height > maxSide) return null
  const [first] = chunks
  const isPlain = first === frame && chunks.length === 1
  const kept = isPlain ? [frame] : extended(chunks, frame, size)
  return kept === null ? null : { bytes: fileOf(kept), width, height }
}

interface Chunk {
  type: string
  data: Buffer
}

/** The file says itself how long it is: nothing may be missing or left. */
function chunksOf(file: Buffer): Chunk[] | null {
  if (file.length < 20 || file.readUInt32LE(4) !== file.length - 8) return null
  const chunks: Chunk[] = []
  for (let at = 12; at < file.length; ) {
    if (at + 8 > file.length) return null
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end + (length % 2) > file.length) return null
    chunks.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, end) })
    at = end + (length % 2)
  }
  return chunks
}

interface Size {
  width: number
  height: number
}

function sizeOf({ type, data }: Chunk): Size | null {
  if (type === 'VP8 ') {
    // The lowest bit: a frame that stands by itself.
    if (data.length < FRAME_HEAD_BYTES || (data[0] ?? 1) & 1 || !data.subarray(3, 6).equals(START_CODE)) return null
    return { width: data.readUInt16LE(6) & SIDE, height: data.readUInt16LE(8) & SIDE }
  }
  if (data.length < LOSSLESS_HEAD_BYTES || data[0] !== LOSSLESS_MARK) return null
  const packed = data.readUInt32LE(1)
  // The last three bits are a version, of which there is one.
  return packed >>> 29 === 0 ? { width: (packed & SIDE) + 1, height: ((packed >>> 14) & SIDE) + 1 } : null
}

/** The form with transparency, colour profile and notes: of these the transparency stays. */
function extended(chunks: Chunk[], frame: Chunk, { width, height }: Size): Chunk[] | null {
  const [head, ...others] = chunks
  if (head?.type !== 'VP8X' || head.data.length !== EXTENDED_BYTES) return null
  const flags = head.data[0] ?? 0
  const [canvasWidth, canvasHeight] = [head.data.readUIntLE(4, 3) + 1, head.data.readUIntLE(7, 3) + 1]
  if (flags & ANIMATED || canvasWidth !== width || canvasHeight !== height) return null
  const alpha = others.filter(({ type }) => type === 'ALPH')
  const frames = others.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const rest = others.filter(
    chunk => !DROPPED.includes(chunk.type) && !alpha.includes(chunk) && !frames.includes(chunk),
  )
  if (rest.length > 0 || frames.length !== 1 || alpha.length > 1) return null
  if (frame.type === 'VP8L') return [frame]
  if (alpha[0] === undefined) return [frame]
  const data = Buffer.from(head.data)
  data.fill(0, 0, 4)
  data[0] = ALPHA
  return [{ type: 'VP8X', data }, alpha[0], frame]
}

function fileOf(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return [head, data, Buffer.alloc(data.length % 2)]
  })
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
