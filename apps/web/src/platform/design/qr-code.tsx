import { encode } from 'uqr'
import { classNames } from './class-names.js'

const quietModules = 2

/** Renders a QR code, dark on white in every theme, which cameras read best. */
export function QrCode({ text, label, className = 'size-44' }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('shrink-0 rounded-control border border-line', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
