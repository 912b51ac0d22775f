import { identityMatrix, isFiniteMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { cleanName } from '@kamar/codecs/text'
import { readGlobal, type GlobalSection } from './global-section.js'
import { numberIn, splitSections, splitValues, textIn } from './iges-text.js'

/** A directory entry of an entity. */
export interface IgesEntity {
  /** Number of its first line, 1, 3, 5 …, as used by references. */
  readonly number: number
  readonly type: number
  readonly form: number
  readonly level: number
  /** Number of its transformation; 0 for none. */
  readonly transform: number
  /** A number of the fixed palette, or minus the number of a colour definition. */
  readonly color: number
  readonly isBlanked: boolean
  /** No other entity owns it physically. */
  readonly isIndependent: boolean
  /** 0 geometry, 1 annotation, 2 definition, 3 other, 4 logical, 5 in a surface's parameters, 6 construction. */
  readonly use: number
  readonly label: string
  readonly firstParameterLine: number
  readonly parameterLines: number
}

const fieldWidth = 8
const maxParameterLines = 2_000_000
/**
 * Lower bound of the limit on lines read: entities of a hostile file may all claim the same lines; valid ones are read
 * once, or once per instance.
 */
const minLinesRead = 2_000_000
const readsOfEachLine = 4
const maxTransformDepth = 16

/** The entities of a file and their values. */
export class IgesFile {
  readonly global: GlobalSection
  readonly entities: readonly IgesEntity[]
  readonly isCut: boolean
  readonly isCompressed: boolean
  readonly #byNumber = new Map<number, IgesEntity>()
  readonly #parameters: readonly string[]
  #linesLeft: number

  /** Parses a file's text from `decodeColumns`; beyond `maxLinesRead`, entities have no values. */
  constructor(text: string, maxLinesRead?: number) {
    const sections = splitSections(text)
    this.global = readGlobal(sections.global)
    this.isCut = sections.isCut
    this.isCompressed = sections.isCompressed
    this.#parameters = sections.parameters
    this.#linesLeft = maxLinesRead ?? Math.max(minLinesRead, readsOfEachLine * this.#parameters.length)
    const entities: IgesEntity[] = []
    for (let line = 0; line + 1 < sections.directory.length; line += 2) {
      const entity = parseDirectoryEntry(line + 1, sections.directory[line], sections.directory[line + 1])
      if (entity) entities.push(entity)
    }
    this.entities = entities
    for (const entity of entities) this.#byNumber.set(entity.number, entity)
  }

  entity(number: number | null): IgesEntity | null {
    return (number !== null && this.#byNumber.get(Math.abs(number))) || null
  }

  /** Returns the values of an entity after its type; null when its lines are missing or damaged. */
  values(entity: IgesEntity): readonly string[] | null {
    const from = entity.firstParameterLine - 1
    const lines = this.#parameters.slice(from, from + entity.parameterLines)
    this.#linesLeft -= lines.length
    if (this.#linesLeft < 0) return null
    const text = lines.join('')
    const { values, isComplete } = splitValues(text, this.global.delimiters)
    return isComplete && numberIn(values[0]) === entity.type ? values.slice(1) : null
  }

  /** Returns the numbers of an entity after its type; null when one of them is invalid. */
  numbers(entity: IgesEntity): readonly number[] | null {
    const numbers = this.values(entity)?.map((value) => numberIn(value)) ?? [null]
    return numbers.includes(null) ? null : (numbers as number[])
  }

  /** Computes the transform of an entity, in the file's unit, including parent transformations. */
  placement(entity: IgesEntity): Matrix {
    let matrix = identityMatrix
    let at = this.entity(entity.transform)
    for (let depth = 0; at?.type === 124 && depth < maxTransformDepth; depth++) {
      const own = parseMatrix(this.values(at))
      if (own) matrix = multiplyMatrices(own, matrix)
      at = this.entity(at.transform)
    }
    return matrix
  }
}

function parseDirectoryEntry(number: number, first: string, second: string): IgesEntity | null {
  const field = (line: string, at: number): number | null =>
    numberIn(line.slice(at * fieldWidth, (at + 1) * fieldWidth).trim())
  const type = field(first, 0)
  const firstParameterLine = field(first, 1)
  if (type === null || type <= 0 || firstParameterLine === null || firstParameterLine < 1) return null
  const status = first
    .slice(8 * fieldWidth, 9 * fieldWidth)
    .replace(/ /g, '0')
    .padEnd(fieldWidth, '0')
  const subscript = second.slice(8 * fieldWidth, 9 * fieldWidth).trim()
  const label = second.slice(7 * fieldWidth, 8 * fieldWidth).trim()
  return {
    number,
    type,
    form: field(second, 4) ?? 0,
    level: field(first, 4) ?? 0,
    transform: field(first, 6) ?? 0,
    color: field(second, 2) ?? 0,
    isBlanked: status.startsWith('01'),
    isIndependent: !['01', '03'].includes(status.slice(2, 4)),
    use: Number(status.slice(4, 6)) || 0,
    label: cleanName(textIn(subscript && subscript !== '0' ? `${label} ${subscript}`.trim() : label)),
    firstParameterLine,
    parameterLines: Math.min(Math.max(field(second, 3) ?? 1, 1), maxParameterLines),
  }
}

/** Parses three rows of a rotation, each followed by its part of the translation. */
function parseMatrix(values: readonly string[] | null): Matrix | null {
  const rows = values?.slice(0, 12).map((value) => numberIn(value) ?? Number.NaN) ?? []
  if (rows.length < 12) return null
  const matrix = new Float64Array(12)
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) matrix[3 * column + row] = rows[4 * row + column]
  }
  return isFiniteMatrix(matrix) ? matrix : null
}
