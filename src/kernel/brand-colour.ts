// The one colour that a seller chooses, and what can be read on it. Contrast as WCAG 2 defines it. Pure; the panel and the button on
// foreign pages use it too, the latter in browsers that are years old.

const HEX_COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** What text needs on its ground. */
const MIN_TEXT_CONTRAST = 4.5
/** What tells a button from the page around it. */
const MIN_SHAPE_CONTRAST = 3

const [BLACK, WHITE] = ['#000000', '#ffffff'] as const

/** `#rrggbb` in lower case; null for what is no colour. */
export function colourIn(text: string): string | null {
  if (!HEX_COLOUR.test(text)) return null
  const digits = text.slice(1).toLowerCase()
  return `#${digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits}`
}

/** Black or white, whichever can be read on this colour; null where neither can. */
export function textColourOn(colour: string): typeof BLACK | typeof WHITE | null {
  const [onBlack, onWhite] = [contrastOf(colour, BLACK), contrastOf(colour, WHITE)]
  if (Math.max(onBlack, onWhite) < MIN_TEXT_CONTRAST) return null
  return onWhite >= onBlack ? WHITE : BLACK
}

/** Hard to tell from a page of that colour. */
export const isFaintOn = (colour: string, page: string): boolean => contrastOf(colour, page) < MIN_SHAPE_CONTRAST

/** From 1, the same, to 21, black and white. Both are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
