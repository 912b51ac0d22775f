import {
  type Finding,
  type MaterialId,
  type NodeId,
  type ReadContext,
  throwIfBeyond,
  lengthUnits,
  unitInText,
  type LengthUnit,
} from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import { baseName, cleanName } from '@kamar/codecs/text'
import { computeBounds, joinBoxes, solidMesh, type SolidBox, type SolidPart } from './solid.js'
import { information } from '../kit/report.js'
import { addInParts } from '../kit/split-mesh.js'

/** Beyond this distance a model is moved to the origin, so that float32 stays exact. */
const farFromZeroMetres = 1000
const minExtentInMillimetres = 2

/** A solid whose parts are being written. */
interface OpenSolid {
  readonly node: NodeId
  readonly text: string
  triangles: number
  hasShape: boolean
}

/** Writer of solids to the scene: each becomes a node with one mesh, or with several where it is very large. */
export class StlSceneWriter {
  /** Number of solids with a shape. */
  solidCount = 0
  /** Number of solids that the mesh stage reduced to nothing. */
  emptyMeshes = 0

  readonly #context: ReadContext
  readonly #fileName: string
  readonly #encoding: 'ASCII' | 'binary'
  #unit: LengthUnit | null = null
  #isUnitStated = false
  /** Box of the first solid. */
  #firstBox: SolidBox | null = null
  #nodeCount = 0
  #open: OpenSolid | null = null
  readonly #materials = new Map<string, MaterialId>()

  constructor(context: ReadContext, fileName: string, encoding: 'ASCII' | 'binary') {
    this.#context = context
    this.#fileName = fileName
    this.#encoding = encoding
  }

  /** The finding about the unit, with the length that it gives the first solid. */
  get unitFinding(): Finding[] {
    if (this.#unit === null || this.#firstBox === null) return []
    const metres = Number((computeExtent(this.#firstBox) * this.#unit.metres).toPrecision(4))
    return [information(this.#isUnitStated ? 'unit-from-comment' : 'unit-assumed', { unit: this.#unit.name, metres })]
  }

  /**
   * Writes a part of a solid; `text` (its name or the file's header) may name the unit, which is determined with the
   * first one.
   */
  async push(part: SolidPart, text: string): Promise<void> {
    const isComplete = this.#open === null && part.isLast
    if (part.triangles > 0) await this.#pushShape(part, { text, isComplete })
    if (part.isLast) this.#endSolid()
  }

  async #pushShape(part: SolidPart, { text, isComplete }: { text: string; isComplete: boolean }): Promise<void> {
    const { scene } = this.#context
    const box = computeBounds(part)
    const unit = (this.#unit ??= this.#settleUnit(box, text))
    if (this.#firstBox === null) this.#firstBox = box
    else if (this.#nodeCount === 1 && this.#open !== null) this.#firstBox = joinBoxes(this.#firstBox, box)
    const { mesh, origin, color } = solidMesh(part, box, unit.metres)
    const solid = (this.#open ??= this.#openSolid(part, { text, origin }))
    solid.triangles += part.triangles
    const meshes = isComplete ? [scene.addMesh(mesh)] : await addInParts(scene, mesh)
    const placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin] as const
    const material = mesh.colors ? this.#material('Facet colours', [1, 1, 1]) : color && this.#material('Colour', color)
    for (const id of meshes) {
      if (id === null) continue
      scene.addInstance({ node: solid.node, mesh: id, placement, material })
      solid.hasShape = true
    }
  }

  #openSolid({ name: declaredName }: SolidPart, { text, origin }: { text: string; origin: Vector }): OpenSolid {
    const { scene, limits } = this.#context
    if (this.#nodeCount === 0) scene.setOrigin(originFor(origin))
    throwIfBeyond('nodes', ++this.#nodeCount, limits)
    const name = cleanName(declaredName) || this.#numberedName()
    const node = scene.addNode({ parent: null, name, class: 'solid', sourceId: cleanName(declaredName) })
    return { node, text, triangles: 0, hasShape: false }
  }

  #endSolid(): void {
    if (this.#open === null) return
    const { scene } = this.#context
    const { node, text, triangles, hasShape } = this.#open
    this.#open = null
    const properties = [
      { name: 'Encoding', value: this.#encoding },
      { name: 'Triangles', value: triangles },
      ...(this.#encoding === 'binary' && text !== '' ? [{ name: 'Header', value: text }] : []),
    ]
    scene.assignPropertySets(node, [scene.addPropertySet({ name: 'Stereolithography', properties })])
    if (hasShape) this.solidCount++
    else this.emptyMeshes++
  }

  /**
   * Determines the unit. STL states none; millimetres are the convention, unless the model would be smaller than a
   * pinhead.
   */
  #settleUnit(box: SolidBox, text: string): LengthUnit {
    const declaredUnit = unitInText(text)
    const unit =
      declaredUnit ?? (computeExtent(box) < minExtentInMillimetres ? lengthUnits.metre : lengthUnits.millimetre)
    this.#context.scene.setUnit(unit)
    this.#isUnitStated = declaredUnit !== null
    return unit
  }

  #numberedName(): string {
    const name = cleanName(baseName(this.#fileName)) || 'solid'
    return this.#nodeCount === 1 ? name : `${name} ${this.#nodeCount}`
  }

  #material(name: string, color: readonly [number, number, number]): MaterialId {
    const key = `${name} ${color.join(' ')}`
    const cached = this.#materials.get(key)
    if (cached !== undefined) return cached
    const material = this.#context.scene.addMaterial({ name, color, opacity: 1 })
    this.#materials.set(key, material)
    return material
  }
}

const computeExtent = ({ min, max }: SolidBox): number => Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2])

/** Returns the first solid's minimum corner in whole metres where it is far from the origin, else zero. */
function originFor(min: readonly [number, number, number]): [number, number, number] {
  if (Math.hypot(...min) < farFromZeroMetres) return [0, 0, 0]
  return [Math.round(min[0]), Math.round(min[1]), Math.round(min[2])]
}
