import type { MeshQuality } from '@kamar/core'
import { solidText, type SolidJob } from '../brep/index.js'
import type { AcisFile } from './acis-file.js'
import type { AcisRecord } from './acis-record.js'
import type { Attributes } from './attributes.js'
import { computeAppearance, type LumpAppearance, type OwnColor } from './lump-appearance.js'
import { LumpWriter, type FaceError } from './lump-writer.js'

/** Limits on chains of pointers. */
const maxFaces = 2_000_000
const maxShellDepth = 64

/** One connected solid or sheet of a body. */
export interface AcisLump {
  /** Record number in the file. */
  readonly record: number
  readonly name: string
  /** Number of written faces. */
  readonly faceCount: number
  /** Faces that are not written, by record: the reason, and the format's keyword for the unsupported part. */
  readonly errors: ReadonlyMap<number, FaceError>
  /** Materials of the meshes that the job returns, by their number. */
  readonly appearance: LumpAppearance
  /** Creates the job for the B-rep workers, in millimetres; built on each call, because its bytes are transferred. */
  job(quality: MeshQuality): SolidJob
}

/** Input for reading lumps. */
export interface LumpContext {
  readonly file: AcisFile
  readonly attributes: Attributes
  readonly millimetres: number
  readonly bodyColor: OwnColor
  /** Records of lumps read before: each shell, face and edge belongs to one lump. */
  readonly visited: Set<number>
}

/** A lump, null when it has no faces, and the first wires of its shells. */
export interface ReadLump {
  readonly lump: AcisLump | null
  readonly wires: readonly number[]
}

/** Reads a lump: its faces, their appearance, and which of them can be written. */
export function readLump(context: LumpContext, record: AcisRecord): ReadLump {
  const { faces, wires } = collectShells(context, record)
  return { lump: faces.length > 0 ? createLump(context, record, faces) : null, wires }
}

function createLump(context: LumpContext, lump: AcisRecord, faces: readonly LumpFace[]): AcisLump {
  const { attributes } = context
  const own = attributes.color(lump.index) ?? context.bodyColor
  const { writtenFaces, errors } = write(context, faces, context.visited)
  const appearance = computeAppearance(
    writtenFaces.map(({ face, shell }) => attributes.color(face.index) ?? attributes.color(shell.index) ?? own),
  )
  const job = (quality: MeshQuality): SolidJob => ({
    text: write(context, writtenFaces).text(),
    faces: appearance.traits,
    quality,
  })
  const name = attributes.name(lump.index)
  return { record: lump.index, name, faceCount: writtenFaces.length, errors, appearance, job }
}

interface LumpFace {
  readonly face: AcisRecord
  readonly shell: AcisRecord
}

interface WrittenLump {
  readonly writtenFaces: readonly LumpFace[]
  readonly errors: ReadonlyMap<number, FaceError>
  text(): Uint8Array
}

function write({ file, millimetres }: LumpContext, faces: readonly LumpFace[], visited?: Set<number>): WrittenLump {
  const writer = new LumpWriter(file, millimetres, visited)
  const errors = new Map<number, FaceError>()
  const writtenFaces: LumpFace[] = []
  const numbers: number[] = []
  for (const each of faces) {
    const result = writer.face(each.face)
    if (typeof result === 'number') {
      numbers.push(result)
      writtenFaces.push(each)
    } else errors.set(each.face.index, result)
  }
  return { writtenFaces, errors, text: () => formatSolidText(writer, numbers) }
}

function formatSolidText({ statements, millimetres }: LumpWriter, faces: readonly number[]): Uint8Array {
  const context = statements.context(Math.min(1e-6 * millimetres, 1e-5))
  const source = statements.bytes()
  const runs = [{ start: 0, end: source.length }]
  return solidText({ source, runs, faces, context, firstFreeNumber: statements.count + 1 })
}

interface LumpShells {
  readonly faces: readonly LumpFace[]
  readonly wires: readonly number[]
}

/** Collects faces and wires of all shells of a lump, in file order; stops at cyclic chains. */
function collectShells({ file, visited }: LumpContext, lump: AcisRecord): LumpShells {
  const faces: LumpFace[] = []
  const wires: number[] = []
  const chain = (first: number, kind: string, visit: (record: AcisRecord) => number): void => {
    let record = file.entity(first, kind)
    while (record && !visited.has(record.index) && faces.length < maxFaces) {
      visited.add(record.index)
      record = file.entity(visit(record), kind)
    }
  }
  const addFaces = (first: number, shell: AcisRecord): void =>
    chain(first, 'face', (face) => {
      faces.push({ face, shell })
      return file.pointers(face)[0] ?? -1
    })
  const addSubshells = (first: number, shell: AcisRecord, depth: number): void => {
    if (depth > maxShellDepth) return
    chain(first, 'subshell', (subshell) => {
      const [, sibling = -1, child = -1, face = -1] = file.pointers(subshell)
      addFaces(face, shell)
      addSubshells(child, shell, depth + 1)
      return sibling
    })
  }
  const [, firstShell = -1] = file.pointers(lump)
  chain(firstShell, 'shell', (shell) => {
    const [next = -1, subshell = -1, face = -1, wire = -1] = file.pointers(shell)
    if (wire >= 0) wires.push(wire)
    addFaces(face, shell)
    addSubshells(subshell, shell, 0)
    return next
  })
  return { faces, wires }
}
