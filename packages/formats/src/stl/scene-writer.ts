import {
  type Finding,
  type MaterialId,
  type ReadContext,
  throwIfBeyond,
  lengthUnits,
  unitInText,
  type LengthUnit,
} from '@kamar/core'
import { baseName, cleanName } from '@kamar/codecs/text'
import { computeBounds, solidMesh, type Solid, type SolidBox } from './solid.js'
import { information } from '../kit/report.js'

/** Beyond this distance a model is moved to the origin, so that float32 stays exact. */
const farFromZeroMetres = 1000
const minExtentInMillimetres = 2

/** Writer of solids to the scene: each becomes a node with one mesh. */
export class StlSceneWriter {
  readonly findings: Finding[] = []
  instanceCount = 0
  /** Number of solids that the mesh stage reduced to nothing. */
  emptyMeshes = 0

  readonly #context: ReadContext
  readonly #fileName: string
  readonly #encoding: 'ASCII' | 'binary'
  #unit: LengthUnit | null = null
  #nodeCount = 0
  readonly #materials = new Map<string, MaterialId>()

  constructor(context: ReadContext, fileName: string, encoding: 'ASCII' | 'binary') {
    this.#context = context
    this.#fileName = fileName
    this.#encoding = encoding
  }

  /**
   * Writes a solid; `text` (its name or the file's header) may name the unit, which is determined with the first one.
   */
  push(solid: Solid, text: string): void {
    const { scene, limits } = this.#context
    const box = computeBounds(solid)
    const unit = (this.#unit ??= this.#settleUnit(box, text))
    const { mesh, origin, color } = solidMesh(solid, box, unit.metres)
    if (this.#nodeCount === 0) scene.setOrigin(originFor(origin))
    throwIfBeyond('nodes', ++this.#nodeCount, limits)
    const name = cleanName(solid.name) || this.#numberedName()
    const node = scene.addNode({ parent: null, name, class: 'solid', sourceId: cleanName(solid.name) })
    const properties = [
      { name: 'Encoding', value: this.#encoding },
      { name: 'Triangles', value: solid.triangles },
      ...(this.#encoding === 'binary' && text !== '' ? [{ name: 'Header', value: text }] : []),
    ]
    scene.assignPropertySets(node, [scene.addPropertySet({ name: 'Stereolithography', properties })])
    const meshId = scene.addMesh(mesh)
    if (meshId === null) return void this.emptyMeshes++
    const placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin] as const
    const material = mesh.colors ? this.#material('Facet colours', [1, 1, 1]) : color && this.#material('Colour', color)
    scene.addInstance({ node, mesh: meshId, placement, material })
    this.instanceCount++
  }

  /**
   * Determines the unit. STL states none; millimetres are the convention, unless the model would be smaller than a
   * pinhead.
   */
  #settleUnit({ min, max }: SolidBox, text: string): LengthUnit {
    const declaredUnit = unitInText(text)
    const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2])
    const unit = declaredUnit ?? (extent < minExtentInMillimetres ? lengthUnits.metre : lengthUnits.millimetre)
    this.#context.scene.setUnit(unit)
    const code = declaredUnit ? 'unit-from-comment' : 'unit-assumed'
    const metres = Number((extent * unit.metres).toPrecision(4))
    this.findings.push(information(code, { unit: unit.name, metres }))
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

/** Returns the first solid's minimum corner in whole metres where it is far from the origin, else zero. */
function originFor(min: readonly [number, number, number]): [number, number, number] {
  if (Math.hypot(...min) < farFromZeroMetres) return [0, 0, 0]
  return [Math.round(min[0]), Math.round(min[1]), Math.round(min[2])]
}
