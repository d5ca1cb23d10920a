// The number of a court case, as the National Council of Justice writes it (Resolution 65/2008): NNNNNNN-DD.AAAA.J.TR.OOOO. DD are check
// digits: without its punctuation, and with them moved to the end, the number leaves 1 when it is divided by 97. Pure.

const FORM = /^(\d{7})-?(\d{2})\.?(\d{4})\.?(\d)\.?(\d{2})\.?(\d{4})$/

/** Its twenty digits; null where it is none, or where its check digits do not fit. */
export function parseProcessNumber(text: string): string | null {
  const match = FORM.exec(text.trim())
  if (match === null) return null
  const [, sequence = '', check = '', year = '', branch = '', court = '', origin = ''] = match
  return BigInt(sequence + year + branch + court + origin + check) % 97n === 1n
    ? sequence + check + year + branch + court + origin
    : null
}

export const readableProcessNumber = (digits: string): string =>
  digits.replace(/^(\d{7})(\d{2})(\d{4})(\d)(\d{2})(\d{4})$/, '$1-$2.$3.$4.$5.$6')
