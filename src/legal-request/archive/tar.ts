// Entries of a tar (POSIX ustar) whose bytes come one after the other. Any tar reads it. Pure.

const BLOCK = 512
const MAX_BYTES = 8 ** 11 - 1

/** Two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export function tarHead({ name, bytes, at }: { name: string; bytes: number; at: Date }): Buffer {
  if (name.length > 100 || bytes > MAX_BYTES) throw new RangeError(`${name} does not fit a tar`)
  const head = Buffer.alloc(BLOCK)
  const put = (text: string, offset: number) => head.write(text, offset, 'latin1')
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${octal(bytes)}\0`, 124)
  put(`${octal(Math.floor(at.getTime() / 1_000))}\0`, 136)
  // The sum is made over a head that has blanks in its place.
  put('        ', 148)
  put('0', 156)
  put('ustar\0', 257)
  put('00', 263)
  const sum = head.reduce((all, byte) => all + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

const octal = (value: number) => value.toString(8).padStart(11, '0')

/** What fills the last block of so many bytes. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
