import type { Point } from '@kamar/viewer'

/** Issue at a point of the model. */
export interface PinnedIssue {
  readonly at: Point
  /** Null when the point is not on an element. */
  readonly element: number | null
  readonly text: string
}

const maxTextLength = 200
const maxIssues = 500

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number' && Number.isFinite(part))

/** Parses the issues of a saved view; skips invalid ones. */
export function readIssues(state: unknown): PinnedIssue[] {
  if (!Array.isArray(state)) return []
  return state.slice(0, maxIssues).flatMap((value: unknown) => {
    const { at, element, text } = (value ?? {}) as Partial<PinnedIssue>
    if (!isPoint(at) || typeof text !== 'string' || text.length > maxTextLength) return []
    return [{ at, element: typeof element === 'number' ? element : null, text }]
  })
}
