// The mark: a farm's gate.
export function PorteiraMark({ size = 32, stroke = '#f2c14e' }: { size?: number; stroke?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <title>Porteira</title>
      <g stroke={stroke} strokeWidth="2.4" strokeLinecap="round" fill="none">
        <path d="M6 6v20M26 6v20M6 11h20M6 16.5h20M6 22h20M6 22 26 11" />
      </g>
    </svg>
  )
}
