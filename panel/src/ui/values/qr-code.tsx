// A code to be scanned, dark on light in both schemes: cameras expect that.
import encodeQR from 'qr'
import classes from './qr-code.module.css'

/** Modules of light around the code: the standard requires this many, and cameras fail with less on a dark page. */
const QUIET_ZONE = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} className={classes.code}>
      <title>{label}</title>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#111" shapeRendering="crispEdges" />
    </svg>
  )
}
