// The picture of a bar code: interleaved 2 of 5, as FEBRABAN prints it, 103 mm long and 13 mm high. The digits of a pair share five bars
// and the five gaps after them. Wide is three times as wide as narrow.
import { html, type Markup } from '../html.ts'

/** Which two of the five elements of a digit are wide. */
const WIDE = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']
const WIDE_MODULES = 3
const START = [1, 1, 1, 1]
const STOP = [WIDE_MODULES, 1, 1]
/** Blank on both sides, without which scanners do not find it. */
const QUIET_MODULES = 15

const LENGTH_MM = 103
const HEIGHT_MM = 13

/** `label`: what it is for those who cannot see it. Throws a RangeError for anything but 44 digits. */
export function barCodeSvg(barCode: string, label: string): Markup {
  const elements = elementsOf(barCode)
  const bars = elements.reduce((sum, modules) => sum + modules, 0)
  const width = bars + 2 * QUIET_MODULES
  const height = Math.round((bars * HEIGHT_MM) / LENGTH_MM)
  const size = html`width="${mm(width, bars)}" height="${HEIGHT_MM}mm" viewBox="0 0 ${width} ${height}"`
  const paper = html`<rect width="${width}" height="${height}" fill="#fff"/>`
  const ink = html`<path fill="#000" d="${pathOf(elements, height)}"/>`
  return html`<svg role="img" aria-label="${label}" ${size} shape-rendering="crispEdges">${paper}${ink}</svg>`
}

const mm = (width: number, bars: number): string => `${((width * LENGTH_MM) / bars).toFixed(2)}mm`

/** The widths of bars and gaps in turn, in modules, beginning with a bar. */
function elementsOf(barCode: string): number[] {
  if (!/^\d{44}$/.test(barCode)) throw new RangeError('a bar code has 44 digits')
  const pairs = barCode.match(/../g) ?? []
  return [...START, ...pairs.flatMap(elementsOfPair), ...STOP]
}

function elementsOfPair([bars = '', gaps = '']: string): number[] {
  const [ofBars = '', ofGaps = ''] = [bars, gaps].map(digit => WIDE[Number(digit)])
  return [...ofBars].flatMap((bar, n) => [modulesOf(bar), modulesOf(ofGaps[n])])
}

const modulesOf = (isWide: string | undefined): number => (isWide === '1' ? WIDE_MODULES : 1)

function pathOf(elements: number[], height: number): string {
  let at = QUIET_MODULES
  const parts: string[] = []
  for (const [n, modules] of elements.entries()) {
    if (n % 2 === 0) parts.push(`M${at} 0h${modules}v${height}h-${modules}z`)
    at += modules
  }
  return parts.join('')
}
