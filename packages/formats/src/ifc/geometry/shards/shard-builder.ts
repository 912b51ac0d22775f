import { objectAttribute, type IfcFile } from '../../model/ifc-file.js'
import type { Matrix } from '@kamar/core/math'
import type { Placements } from '../../model/placements.js'
import { drawnRepresentations } from '../../model/representations.js'
import type { Shape } from '../../model/shapes/shape-table.js'
import type { ShapePlan } from '../../model/shapes/shapes.js'
import type { SpatialTree } from '../../model/spatial-tree.js'
import type { FaceColorRows, Styles } from '../../model/styles.js'
import { unitAssignmentRow } from '../../model/units.js'
import { jobKind, jobStride, type Shard } from './shard.js'
import { styleMark } from '../kernel-geometry.js'
import type { FaceColorRanges } from '../face-colors.js'
import type { FaceTextureRanges } from '../face-textures.js'
import type { ByteRange } from '../list-reader.js'
import { StatementClosure } from '@kamar/codecs/part21'
import { closureTypes } from '../closure-types.js'
import { rewriteSectionedSolid } from './sectioned-solid.js'
import { realList, unitDirection } from '../unit-direction.js'

/** Cost of one opening in bytes: cutting it takes about as long as tessellating that much. */
const openingCost = 20_000
const shapeCost = 400
/**
 * Cost in bytes of a solid along a curve that only the kernel can compute: few statements, but it follows the whole
 * curve.
 */
const alignedSolidCost = 60_000
const alignedSolidTypes = new Set(['IFCSECTIONEDSOLIDHORIZONTAL', 'IFCSECTIONEDSOLID', 'IFCSECTIONEDSURFACE'])
/** Types of placements that the kernel gets wrong, or computes again for every shard. */
const resolvedPlacementTypes = new Set(['IFCGRIDPLACEMENT', 'IFCLINEARPLACEMENT'])
const faceSetTypes = new Set(['IFCTRIANGULATEDFACESET', 'IFCTRIANGULATEDIRREGULARNETWORK'])

/**
 * Types for which web-ifc 0.0.78 reads uninitialised memory (found by tessellating all samples in fresh and used
 * kernels).
 */
const nondeterministicTypes = new Set(['IFCFIXEDREFERENCESWEPTAREASOLID'])

/** Types that the kernel does not support, and supported ones with the same attributes. */
const sameAsTypes = new Map([['IFC2DCOMPOSITECURVE', 'IFCCOMPOSITECURVE']])

/** The sources of a shard, which identify its results. */
export interface PlannedShard {
  readonly shard: Shard
  /** Numbers of the shapes in the plan, by job; placement jobs follow them. */
  readonly shapes: readonly number[]
  /** Rows of the requested placements, in job order. */
  readonly placementRows: readonly number[]
}

/** Input of shard building. */
export interface ShardSource {
  readonly file: IfcFile
  readonly plan: ShapePlan
  readonly styles: Styles
  readonly placements: Placements
  readonly tree: SpatialTree
}

/** Builder of shards: separate files with exactly the statements that some shapes need. */
export class ShardBuilder {
  readonly #source: ShardSource
  readonly #closure: StatementClosure
  readonly #unitRow: number
  readonly #replaced = new Map<number, string>()
  readonly #requestedPlacements = new Set<number>()
  #nextId: number
  #shardCount = 0

  constructor(source: ShardSource) {
    this.#source = source
    this.#closure = new StatementClosure(source.file, closureTypes)
    this.#unitRow = unitAssignmentRow(source.file)
    this.#nextId = source.file.index.maxId + 1
    source.styles.numberMaterials()
  }

  /** Builds a shard of as many of these shapes, from `from` on, as fit the byte budget; at least one. */
  build(
    shapes: readonly number[],
    options: { from: number; budget: number; slice?: number | undefined },
  ): { planned: PlannedShard; next: number } {
    const draft = new ShardDraft(this.#source.file)
    this.#closure.startRun()
    this.#addUnits(draft)
    let next = options.from
    while (next < shapes.length && (next === options.from || draft.cost < options.budget)) {
      this.#addShape(draft, shapes[next])
      next++
    }
    const plannedShapes = shapes.slice(options.from, next)
    const placementRows = this.#addPlacements(draft, plannedShapes)
    this.#addStyles(draft)
    const { slice } = options
    const shard = { ...draft.finish(this.#shardCount++), ...(slice !== undefined && { slice }) }
    return { planned: { shard, shapes: plannedShapes, placementRows }, next }
  }

  /** Allows placements to be requested again, because the shard that requested them was not processed. */
  releasePlacements(planned: PlannedShard): void {
    for (const row of planned.placementRows) this.#requestedPlacements.delete(row)
  }

  #freeId(): number {
    const { index } = this.#source.file
    if (this.#nextId > 0xffff_ff00) this.#nextId = 1
    while (index.findRow(this.#nextId) >= 0) this.#nextId++
    return this.#nextId++
  }

  #addUnits(draft: ShardDraft): void {
    const project = this.#freeId()
    if (this.#unitRow >= 0) this.#follow(draft, this.#unitRow)
    const units = this.#unitRow >= 0 ? `#${this.#source.file.index.getId(this.#unitRow)}` : '$'
    draft.write(`#${project}=IFCPROJECT('',$,$,$,$,$,$,$,${units});\n`)
  }

  #addShape(draft: ShardDraft, number: number): void {
    const { file, plan } = this.#source
    const shape = plan.shapes.get(number)
    draft.cost += shapeCost
    if (shape.kind === 'element') return this.#addElement(draft, shape)
    const typeName = file.typeOf(shape.row)
    const colors = this.#source.styles.ofFaces(shape.row)
    const isFaceSet = faceSetTypes.has(typeName) || (colors !== null && typeName === 'IFCPOLYGONALFACESET')
    if (isFaceSet && this.#addFaceSet(draft, shape, colors)) return
    this.#follow(draft, shape.row)
    const kind = nondeterministicTypes.has(typeName) ? jobKind.isolatedItem : jobKind.item
    draft.addJob({ kind, numbers: [file.index.getId(shape.row)], scale: shape.scale })
  }

  /** Adds a face set; returns false when its points are not where expected, and the kernel may then try. */
  #addFaceSet(draft: ShardDraft, { row, scale }: Shape, colors: FaceColorRows | null): boolean {
    const { file } = this.#source
    const points = file.rowAt(row, 0)
    if (file.typeOf(points) !== 'IFCCARTESIANPOINTLIST3D') return false
    const faceColors = colors ? this.#faceColors(row, colors) : undefined
    // Numbers of styles are part of shards: they must not depend on when results are written to the scene.
    this.#source.styles.ofItem(row)
    const [set, list] = [attributesRange(file, row), attributesRange(file, points)]
    const numbers = [set.start, set.end, list.start, list.end]
    const faceTextures = this.#faceTextures(row)
    draft.addJob({ kind: jobKind.faceSet, numbers, scale, faceColors, faceTextures })
    draft.cost += set.end - set.start + list.end - list.start
    return true
  }

  #faceColors(row: number, { map, list, style }: FaceColorRows): FaceColorRanges {
    const { file } = this.#source
    const faces = file.typeOf(row) === 'IFCPOLYGONALFACESET' ? file.rowsAt(row, 2) : []
    const polygons = Float64Array.from(faces.flatMap((face) => [file.index.getBody(face), file.index.getEnd(face)]))
    return { map: attributesRange(file, map), list: attributesRange(file, list), polygons, style }
  }

  #faceTextures(row: number): FaceTextureRanges | undefined {
    const { file, styles } = this.#source
    const texture = styles.texturesOf(row)
    if (texture === null) return undefined
    return { map: attributesRange(file, texture.map), list: attributesRange(file, texture.list), style: texture.style }
  }

  #addElement(draft: ShardDraft, shape: Shape): void {
    const { file } = this.#source
    this.#addProduct(draft, shape.row)
    for (const opening of shape.openings) {
      this.#addProduct(draft, opening)
      const numbers = `#${file.index.getId(shape.row)},#${file.index.getId(opening)}`
      draft.write(`#${this.#freeId()}=IFCRELVOIDSELEMENT('',$,$,$,${numbers});\n`)
      draft.cost += openingCost
    }
    draft.addJob({ kind: jobKind.element, numbers: [file.index.getId(shape.row)] })
  }

  /** Adds a product with its placement and only the drawn representations. */
  #addProduct(draft: ShardDraft, row: number): void {
    if (this.#closure.markVisited(row)) return
    const { file } = this.#source
    const placement = file.rowAt(row, objectAttribute.placement)
    const representations = drawnRepresentations(file, row)
    // Finds cycles in the chain, which must be rewritten.
    this.#source.placements.of(placement)
    if (placement >= 0) this.#follow(draft, placement)
    for (const representation of representations) this.#follow(draft, representation)
    const shape = this.#freeId()
    const listed = representations.map((representation) => `#${file.index.getId(representation)}`).join(',')
    const location = placement >= 0 ? `#${file.index.getId(placement)}` : '$'
    draft.write(`#${shape}=IFCPRODUCTDEFINITIONSHAPE($,$,(${listed}));\n`)
    // Any element class works: the kernel cuts by relation, not by class.
    draft.write(`#${file.index.getId(row)}=IFCBUILDINGELEMENTPROXY('',$,$,$,$,${location},#${shape},$,$);\n`)
  }

  #addPlacements(draft: ShardDraft, shapes: readonly number[]): number[] {
    const { plan, file, tree, placements } = this.#source
    const rows: number[] = []
    for (const number of shapes) {
      if (plan.shapes.get(number).kind === 'element') continue
      for (const { node } of plan.occurrences.of(number)) {
        const product = tree.rows[node]
        const placement = product < 0 ? -1 : file.rowAt(product, objectAttribute.placement)
        if (this.#requestedPlacements.has(placement) || placements.of(placement) !== 'kernel') continue
        this.#requestedPlacements.add(placement)
        this.#follow(draft, placement)
        draft.addJob({ kind: jobKind.placement, numbers: [file.index.getId(placement)] })
        rows.push(placement)
      }
    }
    return rows
  }

  /** Replaces item styles: the colour encodes the style's number, which identifies the style of placed meshes. */
  #addStyles(draft: ShardDraft): void {
    const { file, styles } = this.#source
    const colors = new Map<number, number>()
    for (const row of [...draft.rows, ...draft.replaced]) {
      const style = styles.ofItem(row)
      if (style < 0) continue
      let color = colors.get(style)
      if (color === undefined) {
        color = this.#freeId()
        colors.set(style, color)
        draft.write(`#${color}=IFCCOLOURRGB($,${style}.,${styleMark}.,0.);\n`)
      }
      draft.write(`#${this.#freeId()}=IFCSTYLEDITEM(#${file.index.getId(row)},(#${color}),$);\n`)
    }
  }

  #follow(draft: ShardDraft, start: number): void {
    this.#closure.follow(start, (row) => {
      const body = this.#source.plan.bodies.of(row)
      if (body >= 0) return draft.takeInstead(row, { body })
      const typeName = this.#source.file.typeOf(row)
      const sameAs = sameAsTypes.get(typeName)
      if (sameAs !== undefined) return draft.takeInstead(row, { body: row, typeName: sameAs })
      if (alignedSolidTypes.has(typeName)) return this.#addAlignedSolid(draft, row)
      const replacement = this.#replacement(row)
      if (replacement === null) return draft.take(row)
      draft.write(replacement)
      return []
    })
  }

  /** Adds a solid on the part of its directrix that it covers; returns the rows that it references then. */
  #addAlignedSolid(draft: ShardDraft, row: number): readonly number[] | undefined {
    const { file, placements } = this.#source
    const solid = rewriteSectionedSolid(file, row, { curves: placements.alignments, createId: () => this.#freeId() })
    if (solid) {
      draft.replace(row, solid.text)
      return solid.references
    }
    draft.take(row)
    draft.cost += alignedSolidCost
    return undefined
  }

  /**
   * Rewrites directions that are not unit vectors, grid placements and cyclic placements, which the kernel gets wrong,
   * and computed linear placements.
   */
  #replacement(row: number): string | null {
    const { file, placements } = this.#source
    const typeName = file.typeOf(row)
    if (typeName === 'IFCDIRECTION') return unitDirection(file, row)
    if (!resolvedPlacementTypes.has(typeName) && !placements.cyclic.has(row)) return null
    const cached = this.#replaced.get(row)
    if (cached !== undefined) return cached
    const location = placements.of(row)
    const text = location === 'kernel' ? null : this.#placementText(file.index.getId(row), location)
    if (text !== null) this.#replaced.set(row, text)
    return text
  }

  #placementText(id: number, [...m]: Matrix): string {
    const [point, axis, reference, frame] = [this.#freeId(), this.#freeId(), this.#freeId(), this.#freeId()]
    return [
      `#${point}=IFCCARTESIANPOINT(${realList(m.slice(9, 12))});\n`,
      `#${axis}=IFCDIRECTION(${realList(m.slice(6, 9))});\n`,
      `#${reference}=IFCDIRECTION(${realList(m.slice(0, 3))});\n`,
      `#${frame}=IFCAXIS2PLACEMENT3D(#${point},#${axis},#${reference});\n`,
      `#${id}=IFCLOCALPLACEMENT($,#${frame});\n`,
    ].join('')
  }
}

/** Returns the byte range of a statement's attributes. */
function attributesRange({ index }: IfcFile, row: number): ByteRange {
  return { start: index.getBody(row), end: index.getEnd(row) }
}

/** A shard under construction. */
class ShardDraft {
  readonly rows: number[] = []
  /** Rows written with the content of other rows. */
  readonly replaced: number[] = []
  cost = 0
  readonly #file: IfcFile
  readonly #jobs: number[] = []
  readonly #scales: number[] = []
  readonly #faceColors = new Map<number, FaceColorRanges>()
  readonly #faceTextures = new Map<number, FaceTextureRanges>()
  readonly #text: string[] = []

  constructor(file: IfcFile) {
    this.#file = file
  }

  take(row: number): void {
    this.rows.push(row)
    this.cost += this.#file.index.getEnd(row) - this.#file.index.getStart(row)
  }

  /** Writes the statement of `body` under the number of `row`, and under another type's name if one is given. */
  takeInstead(row: number, { body, typeName = this.#file.typeOf(body) }: { body: number; typeName?: string }): void {
    const attributes = this.#file.attributesText(body)
    this.replace(row, `#${this.#file.index.getId(row)}=${typeName}(${attributes};\n`)
  }

  /** Writes generated statements that define `row`. */
  replace(row: number, statements: string): void {
    this.replaced.push(row)
    this.write(statements)
    this.cost += statements.length
  }

  write(statement: string): void {
    this.#text.push(statement)
  }

  addJob(job: {
    kind: number
    numbers: readonly number[]
    scale?: readonly number[]
    faceColors?: FaceColorRanges | undefined
    faceTextures?: FaceTextureRanges | undefined
  }): void {
    const [first, second = 0, third = 0, fourth = 0] = job.numbers
    if (job.faceColors) this.#faceColors.set(this.#jobs.length / jobStride, job.faceColors)
    if (job.faceTextures) this.#faceTextures.set(this.#jobs.length / jobStride, job.faceTextures)
    this.#jobs.push(job.kind, first, second, third, fourth)
    this.#scales.push(...(job.scale ?? [1, 1, 1]))
  }

  finish(number: number): Shard {
    const jobs = Float64Array.from(this.#jobs)
    const scales = Float64Array.from(this.#scales)
    const faceColors = this.#faceColors
    const textures = this.#faceTextures.size > 0 ? { faceTextures: this.#faceTextures } : {}
    return {
      number,
      runs: this.#runs(),
      text: this.#text.join(''),
      jobs,
      scales,
      faceColors,
      ...textures,
      cost: this.cost,
    }
  }

  /** Merges adjacent statements of the file into runs. */
  #runs(): Float64Array {
    const { index } = this.#file
    const rows = Int32Array.from(this.rows).sort()
    const runs: number[] = []
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      const start = index.getStart(row)
      const isAdjacent = at > 0 && row === rows[at - 1] + 1 && start - (runs.at(-1) ?? 0) <= 4
      if (isAdjacent) runs[runs.length - 1] = index.getEnd(row)
      else runs.push(start, index.getEnd(row))
    }
    return Float64Array.from(runs)
  }
}
