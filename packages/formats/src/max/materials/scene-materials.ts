import type { Finding, MaterialId, ReadContext } from '@kamar/core'
import { hexadecimal, type Color } from '@kamar/core/math'
import type { SceneWriter } from '../../kit/scene-writer.js'
import { cleanName } from '@kamar/codecs/text'
import { Textures } from '../../kit/textures.js'
import { tryParse } from '@kamar/codecs/records'
import type { SceneObject } from '../container/scene-objects.js'
import { hasSeveral, readMaterial, readSeveral, type SourceMaterial, type SeveralMaterials } from './read-material.js'
import { countedFinding } from '../../kit/report.js'

/** Materials of an object: one, or several by the material ids of its triangles. */
export interface MaterialSlots {
  /** Returns the part of a triangle's material id. */
  readonly partOf: (materialId: number) => number
  /** Returns the material of a part; null for the wire colour. */
  readonly getMaterial: (part: number) => SourceMaterial | null
}

/** Max nesting of multi-materials; one that contains itself ends here. */
const maxNestedMaterials = 8

const bare: MaterialSlots = { partOf: () => 0, getMaterial: () => null }

/** The materials of a scene, each created on first use. */
export class SceneMaterials {
  readonly textures: Textures
  /** Materials that are unsupported or damaged. */
  readonly unread = new Set<SceneObject>()
  readonly #context: ReadContext
  readonly #writer: SceneWriter
  /** File names by asset id. */
  readonly #assets: ReadonlyMap<string, string>
  readonly #sourceMaterials = new Map<SceneObject, SourceMaterial | null>()
  readonly #slots = new Map<SceneObject, MaterialSlots>()
  readonly #materialIds = new Map<string, MaterialId>()
  readonly #unmapped = new Set<SourceMaterial>()

  constructor(context: ReadContext, writer: SceneWriter, assets: ReadonlyMap<string, string>) {
    this.#context = context
    this.#writer = writer
    this.#assets = assets
    this.textures = new Textures(context)
  }

  /** Returns the slots of a material, shared by all objects that use it. */
  getSlots(material: SceneObject | undefined): MaterialSlots {
    if (material === undefined) return bare
    const slots = this.#slots.get(material) ?? this.#createSlots(material)
    this.#slots.set(material, slots)
    return slots
  }

  /** Finds the texture file of a material, if it is attached and uses the shape's map as it is; '' for none. */
  async findTextureFile(sourceMaterial: SourceMaterial | null): Promise<string> {
    const file = this.#getAssetFile(sourceMaterial)
    return (await this.textures.has(file)) ? file : ''
  }

  /** Returns the scene's material for a source material. */
  async use(sourceMaterial: SourceMaterial, hasCoordinates: boolean): Promise<MaterialId> {
    const file = this.#getAssetFile(sourceMaterial)
    if (sourceMaterial.texture && file === '') this.#unmapped.add(sourceMaterial)
    const surface = await this.textures.bind(sourceMaterial.color, file, { hasCoordinates, replacesColor: true })
    const name = cleanName(sourceMaterial.name) || 'material'
    const key = JSON.stringify([name, surface, sourceMaterial.opacity])
    const cached = this.#materialIds.get(key)
    if (cached !== undefined) return cached
    const materialId = this.#context.scene.addMaterial({ name, ...surface, opacity: sourceMaterial.opacity })
    this.#materialIds.set(key, materialId)
    return materialId
  }

  /** Returns the material of a node without one: its wire colour. */
  wire(color: Color): MaterialId {
    return this.#writer.material({ name: hexadecimal(color), color, opacity: 1 })
  }

  /** Findings for the user. */
  get findings(): Finding[] {
    return [...this.textures.findings, ...countedFinding('textures-not-laid', this.#unmapped.size)]
  }

  #createSlots(material: SceneObject, depth = 0): MaterialSlots {
    if (!hasSeveral(material)) return { partOf: () => 0, getMaterial: () => this.#getMaterial(material) }
    const several = this.#readSubMaterials(material)
    const count = several?.materials.length ?? 0
    const rows = new Map(several?.numbers.map((number, row) => [number, row]))
    return {
      // Ids without a material wrap around to the first one.
      partOf: (materialId) => rows.get(materialId) ?? (count > 0 ? materialId % count : 0),
      getMaterial: (part) => this.#findPartMaterial(several, part, depth),
    }
  }

  /** Finds the material of a part; a nested multi-material uses the same triangle id. */
  #findPartMaterial(several: SeveralMaterials | null, part: number, depth: number): SourceMaterial | null {
    const own = several?.materials[part]
    if (!own) return null
    if (!hasSeveral(own) || depth === maxNestedMaterials) return this.#getMaterial(own)
    const { getMaterial, partOf } = this.#createSlots(own, depth + 1)
    return getMaterial(partOf(several?.numbers[part] ?? part))
  }

  #getAssetFile(sourceMaterial: SourceMaterial | null): string {
    const texture = sourceMaterial?.texture
    return texture?.isPlain ? (this.#assets.get(texture.file) ?? '') : ''
  }

  #getMaterial(material: SceneObject): SourceMaterial | null {
    const cached = this.#sourceMaterials.get(material)
    if (cached !== undefined) return cached
    const sourceMaterial = readMaterial(material)
    if (sourceMaterial === null) this.unread.add(material)
    this.#sourceMaterials.set(material, sourceMaterial)
    return sourceMaterial
  }

  #readSubMaterials(material: SceneObject): SeveralMaterials | null {
    const several = tryParse(() => readSeveral(material))
    if (several === null) this.unread.add(material)
    return several
  }
}
