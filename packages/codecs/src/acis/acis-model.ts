import type { Property } from '@kamar/core'
import { identityMatrix, isFiniteMatrix, type Matrix } from '@kamar/core/math'
import { parseAcis, type AcisFile } from './acis-file.js'
import { getKind, type AcisRecord } from './acis-record.js'
import { Attributes } from './attributes.js'
import type { OwnColor } from './lump-appearance.js'
import { readLump, type AcisLump } from './lump.js'
import { readWires, type AcisWire } from './wires.js'

/** A body: lumps and wires with a common transform. */
export interface AcisBody {
  /** Record number in the file. */
  readonly record: number
  readonly name: string
  readonly color: OwnColor
  readonly properties: readonly Property[]
  /** Transform of the body; its translation is in metres. May include scale, also non-uniform. */
  readonly placement: Matrix
  readonly lumps: readonly AcisLump[]
  /** Null when it has none. */
  readonly wire: AcisWire | null
}

/** Content of a stream of ACIS or ASM data. */
export interface AcisModel {
  /** Version × 100. */
  readonly version: number
  /** Program that wrote the data. */
  readonly product: string
  /** Millimetres per unit; null when the data states none (millimetres are assumed then). */
  readonly unitMillimetres: number | null
  readonly bodies: readonly AcisBody[]
  readonly isCut: boolean
}

/**
 * Reads ACIS (SAT, SAB) or ASM data from a separate file or from a drawing. `millimetres` overrides the unit of the
 * header, as in a drawing the drawing's unit applies. Never throws on damaged data: returns the readable part.
 */
export function readAcisBytes(bytes: Uint8Array, millimetres?: number): AcisModel {
  const file = parseAcis(bytes)
  const unit = millimetres ?? file.unitMillimetres ?? 1
  const attributes = new Attributes(file)
  const records = [...file.records].filter((record) => getKind(record) === 'body')
  const visited = new Set<number>()
  const bodies = records.map((record) => readBody({ file, attributes, unit, visited }, record))
  const { version, product, unitMillimetres, isCut } = file
  return { version, product, unitMillimetres, bodies, isCut }
}

interface BodyContext {
  readonly file: AcisFile
  readonly attributes: Attributes
  /** Millimetres. */
  readonly unit: number
  /** Records of bodies that were read before. */
  readonly visited: Set<number>
}

function readBody({ file, attributes, unit, visited }: BodyContext, record: AcisRecord): AcisBody {
  const [firstLump = -1, firstWire = -1, transform = -1] = file.pointers(record)
  const color = attributes.color(record.index)
  const context = { file, attributes, millimetres: unit, bodyColor: color, visited }
  const lumps: AcisLump[] = []
  // Since version 1.7 wires belong to shells; before, to the body itself.
  const wires = [firstWire]
  let lump = file.entity(firstLump, 'lump')
  while (lump && !visited.has(lump.index)) {
    visited.add(lump.index)
    const read = readLump(context, lump)
    if (read.lump) lumps.push(read.lump)
    wires.push(...read.wires)
    lump = file.entity(file.pointers(lump)[0] ?? -1, 'lump')
  }
  return {
    record: record.index,
    name: attributes.name(record.index),
    color,
    properties: attributes.properties(record.index),
    placement: readPlacement(file, transform, unit),
    lumps,
    wire: joinWires(wires.filter((wire) => wire >= 0).map((wire) => readWires(file, wire, visited))),
  }
}

function joinWires(wires: readonly AcisWire[]): AcisWire | null {
  const unread = new Map<string, number>()
  for (const wire of wires) for (const [word, count] of wire.unread) unread.set(word, (unread.get(word) ?? 0) + count)
  const lines = wires.flatMap((wire) => wire.lines)
  const points = wires.flatMap((wire) => wire.points)
  return lines.length + points.length + unread.size > 0 ? { lines, points, unread } : null
}

const metresPerMillimetre = 0.001

/** Reads three axes, a translation and a scale factor for the axes. */
function readPlacement(file: AcisFile, index: number, unit: number): Matrix {
  const record = file.entity(index, 'transform')
  if (!record) return identityMatrix
  const numbers = file.plainNumbers(record)
  if (numbers.length < 12) return identityMatrix
  const factor = numbers[12] ?? 1
  const placement = Float64Array.from(numbers.slice(0, 12), (value, at) =>
    at < 9 ? value * factor : value * unit * metresPerMillimetre,
  )
  return isFiniteMatrix(placement) ? placement : identityMatrix
}
