// A code to be scanned, dark on light in both schemes: cameras expect that.
import encodeQR from 'qr'
import { html, type Markup } from '#kernel/html.ts'

/** Modules of light around the code: the standard requires this many, and cameras fail with less on a dark page. */
const QUIET_ZONE = 4

export function qrOf(text: string, label: string): Markup {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const size = rows.length
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#111" d="${rows.map(pathOf).join('')}"/></svg>`
}

/** Neighbours in a row are one stroke, which halves the size of the page. */
function pathOf(row: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (row[x] !== true) continue
    const from = x
    while (row[x + 1] === true) x++
    path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`
  }
  return path
}
