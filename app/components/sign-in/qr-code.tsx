import { encode } from 'uqr'

/** A QR code, dark on white whatever the screen's colors, because cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1Z`] : []))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="w-full max-w-56"
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0Z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
