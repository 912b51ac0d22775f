import type { MeshQuality } from '@kamar/core'
import { solidText, type FaceTraits, type SolidJob } from '@kamar/codecs/brep'
import { byte, StatementClosure } from '@kamar/codecs/part21'
import { listFaces, type FaceUse } from '../model/faces.js'
import type { Styles, SurfaceStyle } from '../model/styles.js'
import type { StepFile } from '../step-file.js'

const closureTypes = {
  leaves: new Set(['CARTESIAN_POINT', 'DIRECTION', 'DIMENSIONAL_EXPONENTS', 'COLOUR_RGB']),
  outward: new Set<string>(),
}

/** Colour of uncoloured faces in a solid whose other faces have a colour. */
const uncoloured: SurfaceStyle = { color: [192 / 255, 190 / 255, 186 / 255], opacity: 1 }

/** Appearance of a solid: a single style, or vertex colours. */
export interface SolidAppearance {
  /** Material per mesh; null for the colour of the class. */
  readonly materials: readonly (SurfaceStyle | null)[]
  readonly traits: FaceTraits
}

/** A solid of the file, ready to be meshed. */
export interface SolidSource {
  readonly faces: readonly FaceUse[]
  readonly appearance: SolidAppearance
}

/** Factory of the jobs for a file's solids. */
export class SolidSources {
  readonly #file: StepFile
  readonly #styles: Styles
  readonly #closure: StatementClosure

  constructor(file: StepFile, styles: Styles) {
    this.#file = file
    this.#styles = styles
    this.#closure = new StatementClosure(file, closureTypes)
  }

  /** Returns the faces and appearance of a solid; its own style overrides `inherited`, the style of its container. */
  source(row: number, inherited: SurfaceStyle | null): SolidSource {
    const faces = listFaces(this.#file, row)
    const own = this.#styles.surface(row) ?? inherited
    const styles = faces.map((face) => this.#styles.surface(face.row) ?? this.#styles.surface(face.shell) ?? own)
    return { faces, appearance: createAppearance(styles, faces) }
  }

  /** Creates the job of a solid: a separate small file, and the attributes of its faces. */
  job({ faces, appearance }: SolidSource, context: number, quality: MeshQuality): SolidJob {
    const { index } = this.#file
    const rows: number[] = []
    this.#closure.startRun()
    const visit = (row: number): void => void rows.push(row)
    for (const face of faces) this.#closure.follow(face.row, visit)
    if (context >= 0) this.#closure.follow(context, visit)
    const source = copyStatements(
      this.#file,
      rows.toSorted((a, b) => a - b),
    )
    const text = solidText({
      source,
      runs: [{ start: 0, end: source.length }],
      faces: faces.map((face) => index.getId(face.row)),
      context: context < 0 ? null : index.getId(context),
      firstFreeNumber: this.#firstFreeNumber,
    })
    return { text, faces: appearance.traits, quality }
  }

  get #firstFreeNumber(): number {
    return this.#file.index.maxId + 1
  }
}

const separator = Uint8Array.of(byte.semicolon, byte.newLine)

/** Copies the statements of some rows to a text; solidText ends the last one. */
function copyStatements({ bytes, index }: StepFile, rows: readonly number[]): Uint8Array {
  let size = 0
  for (const row of rows) size += index.getEnd(row) - index.getStart(row) + separator.length
  const text = new Uint8Array(Math.max(0, size - separator.length))
  let position = 0
  for (const row of rows) {
    if (position > 0) {
      text.set(separator, position)
      position += separator.length
    }
    const [start, end] = [index.getStart(row), index.getEnd(row)]
    bytes.copy(start, end, text, position)
    position += end - start
  }
  return text
}

function sameStyle(one: SurfaceStyle | null, other: SurfaceStyle | null): boolean {
  if (one === other) return true
  if (!one || !other || one.opacity !== other.opacity) return false
  return one.color.every((value, channel) => value === other.color[channel])
}

/**
 * Creates the appearance: one style for all gives a material; several give vertex colours, and a mesh for each
 * transparency.
 */
function createAppearance(styles: readonly (SurfaceStyle | null)[], faces: readonly FaceUse[]): SolidAppearance {
  const reversed = faces.some((face) => face.isReversed)
    ? { reversed: Uint8Array.from(faces, (face) => (face.isReversed ? 1 : 0)) }
    : {}
  const [first = null] = styles
  if (styles.every((style) => sameStyle(style, first))) {
    return { materials: [first], traits: { count: faces.length, ...reversed } }
  }
  const resolvedStyles = styles.map((style) => style ?? uncoloured)
  const opacities = [...new Set(resolvedStyles.map((style) => style.opacity))].toSorted((a, b) => b - a).slice(0, 255)
  const colors = Uint8Array.from(
    resolvedStyles.flatMap(({ color }) => [...color.map((channel) => Math.round(channel * 255)), 255]),
  )
  const mesh = Uint8Array.from(resolvedStyles, ({ opacity }) => Math.max(0, opacities.indexOf(opacity)))
  return {
    materials: opacities.map((opacity) => ({ name: 'Face colours', color: [1, 1, 1], opacity })),
    traits: { count: faces.length, colors, ...reversed, ...(opacities.length > 1 ? { mesh } : {}) },
  }
}
