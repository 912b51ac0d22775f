import { keystoneIndex } from './arch.js'
import { archModel, type ArchPart, drawnShape } from './arch-model.js'

const parts = archModel(drawnShape)
const isKeystone = (stone: number): boolean => stone === keystoneIndex
const line = { stroke: 'var(--arch-line)', strokeWidth: 1.4, strokeLinejoin: 'round', strokeLinecap: 'round' } as const
const shadow = 'M32 420L444 420L536 374L124 374Z'

/** Returns the tone of a stone from the light on it, in the theme's colours. */
function tone({ stone, light }: ArchPart): string {
  const share = Math.round(light * 100)
  const name = isKeystone(stone) ? 'arch-key' : 'arch'
  return `color-mix(in oklab, var(--${name}-light) ${share}%, var(--${name}-shade))`
}

function Part({ part }: { part: ArchPart }) {
  if (part.kind === 'edge') return <path d={part.path} fill="none" {...line} />
  if (part.kind === 'front') return <path d={part.path} fill={tone(part)} {...line} />
  return <path d={part.path} color={tone(part)} />
}

interface ArchDrawingProps {
  /** Omits the keystone. */
  readonly withoutKeystone?: boolean
  readonly className?: string
}

/**
 * Renders the arch after which the product is named, in the style of the viewer: flat faces, crisp edges. Decorative.
 */
export function ArchDrawing({ withoutKeystone = false, className }: ArchDrawingProps) {
  const missing = parts.find(({ kind, stone }) => kind === 'front' && isKeystone(stone))
  return (
    <svg viewBox="0 26 560 400" aria-hidden="true" focusable="false" className={className}>
      <path d={shadow} fill="var(--sunken)" />
      {/* Strokes in the face's own colour avoid hairlines between adjacent faces. */}
      <g fill="currentColor" stroke="currentColor">
        {parts
          .filter(({ stone }) => !withoutKeystone || !isKeystone(stone))
          .map((part) => (
            <Part key={`${part.stone} ${part.kind} ${part.path}`} part={part} />
          ))}
      </g>
      {withoutKeystone ? (
        <path d={missing?.path} fill="none" stroke="var(--muted)" strokeWidth="1.4" strokeDasharray="4 5" />
      ) : null}
    </svg>
  )
}
