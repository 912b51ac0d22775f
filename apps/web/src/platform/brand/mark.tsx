import { archStones, keystoneIndex, markShape } from './arch.js'

const stones = archStones(markShape)

/**
 * Renders the logo: five stones, the keystone in the accent colour. Decorative; the wordmark next to it is the name.
 */
export function Mark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false" className={className}>
      {stones.map((path, index) => (
        <path key={path} d={path} fill={index === keystoneIndex ? 'var(--accent)' : 'currentColor'} />
      ))}
    </svg>
  )
}

/** Renders the logo and name, as in every bar. */
export function Wordmark({ size = 24 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2 text-16 font-semibold tracking-tight text-text">
      <Mark size={size} />
      Kamar
    </span>
  )
}
