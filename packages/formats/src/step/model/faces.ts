import type { StepFile } from '../step-file.js'
import { WalkBudget } from './walk-budget.js'

/** A face of a solid, surface or shell. */
export interface FaceUse {
  /** Row of the face. */
  readonly row: number
  /** Row of its shell, or -1. */
  readonly shell: number
  /** Whether the face is used against its own orientation. */
  readonly isReversed: boolean
}

const maxNestingDepth = 8

/** Lists all faces of a solid, surface model, shell or face, in file order. */
export function listFaces(file: StepFile, row: number): FaceUse[] {
  const faces: FaceUse[] = []
  collect(file, { row, shell: -1, isReversed: false }, { faces, budget: new WalkBudget(file), depth: 0 })
  return faces
}

interface Collecting {
  readonly faces: FaceUse[]
  readonly budget: WalkBudget
  readonly depth: number
}

function collect(file: StepFile, use: FaceUse, { faces, budget, depth }: Collecting): void {
  if (use.row < 0 || depth > maxNestingDepth || !budget.consume()) return
  const deeper = { faces, budget, depth: depth + 1 }
  const types = file.listTypes(use.row)
  const attributes = file.attributes(use.row)
  if (types.some((name) => name === 'ADVANCED_FACE' || name === 'FACE_SURFACE' || name === 'FACE')) {
    faces.push(use)
  } else if (types.some((name) => name.startsWith('ORIENTED_'))) {
    const isReversed = use.isReversed !== (attributes.at(-1) === false)
    collect(file, { ...use, row: file.rowOf(attributes.at(-2)), isReversed }, deeper)
  } else {
    const isShell = types.some((name) => name.endsWith('_SHELL') || name === 'CONNECTED_FACE_SET')
    for (const value of attributes.slice(1)) {
      for (const row of file.rowsIn(value)) collect(file, { ...use, row, shell: isShell ? use.row : use.shell }, deeper)
    }
  }
}
