import type { MeshQuality } from '@kamar/contracts/core'
import { solidText, type SolidJob } from '../brep/index.js'
import type { AcisFile } from './acis-file.js'
import type { AcisRecord } from './acis-record.js'
import type { Attributes } from './attributes.js'
import { lookOf, type LumpLook, type OwnColor } from './look.js'
import { LumpWriter, type FaceProblem } from './lump-writer.js'

/** Bounds on what a chain of pointers may claim. */
const mostFaces = 2_000_000
const deepestShell = 64

/** One piece of matter (or sheet) of a body. */
export interface AcisLump {
  /** Record number, as the file counts. */
  readonly record: number
  readonly name: string
  /** Faces that are written. */
  readonly faceCount: number
  /** Faces that are not, by their record: why, and the format's word for what is not read. */
  readonly problems: ReadonlyMap<number, FaceProblem>
  /** Materials of the meshes that the job gives, by their number. */
  readonly look: LumpLook
  /** The solid for the B-rep room, in millimetres; made anew at each call, because the room takes its bytes. */
  job(quality: MeshQuality): SolidJob
}

/** What lumps are read with. */
export interface LumpContext {
  readonly file: AcisFile
  readonly attributes: Attributes
  readonly millimetres: number
  readonly bodyColor: OwnColor
  /** Records that belong to lumps read before: each shell, face and edge belongs to one lump. */
  readonly taken: Set<number>
}

/** A lump, null when it has no faces, and the first wires of its shells. */
export interface ReadLump {
  readonly lump: AcisLump | null
  readonly wires: readonly number[]
}

/** Reads a lump: which faces it has, how they look, and which of them can be written. */
export function readLump(context: LumpContext, record: AcisRecord): ReadLump {
  const { faces, wires } = shellsOf(context, record)
  return { lump: faces.length > 0 ? lumpOf(context, record, faces) : null, wires }
}

function lumpOf(context: LumpContext, lump: AcisRecord, faces: readonly LumpFace[]): AcisLump {
  const { attributes } = context
  const own = attributes.color(lump.index) ?? context.bodyColor
  const { written, problems } = write(context, faces, context.taken)
  const look = lookOf(
    written.map(({ face, shell }) => attributes.color(face.index) ?? attributes.color(shell.index) ?? own),
  )
  const job = (quality: MeshQuality): SolidJob => ({
    text: write(context, written).text(),
    faces: look.traits,
    quality,
  })
  const name = attributes.name(lump.index)
  return { record: lump.index, name, faceCount: written.length, problems, look, job }
}

interface LumpFace {
  readonly face: AcisRecord
  readonly shell: AcisRecord
}

interface WrittenLump {
  readonly written: readonly LumpFace[]
  readonly problems: ReadonlyMap<number, FaceProblem>
  text(): Uint8Array
}

function write({ file, millimetres }: LumpContext, faces: readonly LumpFace[], taken?: Set<number>): WrittenLump {
  const writer = new LumpWriter(file, millimetres, taken)
  const problems = new Map<number, FaceProblem>()
  const written: LumpFace[] = []
  const numbers: number[] = []
  for (const each of faces) {
    const result = writer.face(each.face)
    if (typeof result === 'number') {
      numbers.push(result)
      written.push(each)
    } else problems.set(each.face.index, result)
  }
  return { written, problems, text: () => textOf(writer, numbers) }
}

function textOf({ statements, millimetres }: LumpWriter, faces: readonly number[]): Uint8Array {
  const context = statements.context(Math.min(1e-6 * millimetres, 1e-5))
  const source = statements.bytes()
  const runs = [{ start: 0, end: source.length }]
  return solidText({ source, runs, faces, context, firstFreeNumber: statements.count + 1 })
}

interface LumpShells {
  readonly faces: readonly LumpFace[]
  readonly wires: readonly number[]
}

/** Faces and wires of all shells of a lump, in the order of the file; chains that lead in circles end. */
function shellsOf({ file, taken }: LumpContext, lump: AcisRecord): LumpShells {
  const faces: LumpFace[] = []
  const wires: number[] = []
  const chain = (first: number, kind: string, visit: (record: AcisRecord) => number): void => {
    let record = file.entity(first, kind)
    while (record && !taken.has(record.index) && faces.length < mostFaces) {
      taken.add(record.index)
      record = file.entity(visit(record), kind)
    }
  }
  const addFaces = (first: number, shell: AcisRecord): void =>
    chain(first, 'face', (face) => {
      faces.push({ face, shell })
      return file.pointers(face)[0] ?? -1
    })
  const addSubshells = (first: number, shell: AcisRecord, depth: number): void => {
    if (depth > deepestShell) return
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
