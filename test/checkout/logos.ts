// Pictures as sellers upload them, and such as nobody should.
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, tail])
}

export interface PngOptions {
  width?: number
  height?: number
  /** Between the header and the pixels. */
  more?: Buffer[]
  after?: Buffer
  interlaced?: boolean
  /** In the place of the lines that the header speaks of. */
  pixels?: Buffer
}

/** Green, of eight bits a channel, without transparency. */
export function png({
  width = 40,
  height = 20,
  more = [],
  after,
  interlaced = false,
  pixels,
}: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8)
  const lines = pixels ?? Buffer.concat(Array.from({ length: height }, () => lineOf(width)))
  const body = [chunk('IHDR', header), ...more, chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...body, ...(after === undefined ? [] : [after])])
}

/** With no filter. */
const lineOf = (width: number) => Buffer.from([0, ...Array.from({ length: width }, () => [24, 99, 67]).flat()])

export const webp = {
  lossless: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  lossy: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
}

/** In the extended form: the frame of another file, with these flags and further chunks. */
export function extendedWebp(frame: Buffer, flags: number, more: [type: string, data: Buffer][] = []): Buffer {
  const head = Buffer.alloc(10)
  head[0] = flags
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', head),
    frame.subarray(12),
    ...more.map(([type, data]) => riffChunk(type, data)),
  ])
  return riffChunk('RIFF', body)
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
