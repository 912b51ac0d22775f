import type { Finding, ReadContext } from '@kamar/core'
import { decodeText } from '@kamar/codecs/text'
import type { TextureTransform } from '../kit/texture-transform.js'
import { addSceneMaterial, type MaterialUsage, type SceneMaterial } from '../kit/scene-material.js'
import { companionBytes, Textures, type Surface } from '../kit/textures.js'
import { libraryNames, parseMaterialLibrary, type ObjMaterial } from './material-library.js'

/** Colour of a material without a library entry: light grey, as in most programs. */
const plainColor = [0.8, 0.8, 0.8] as const

/** The materials of a model, found in its attached libraries and created on first use. */
export class Materials {
  readonly #context: ReadContext
  readonly #libraryMaterials = new Map<string, ObjMaterial>()
  readonly #sceneMaterials = new Map<string, SceneMaterial>()
  readonly #textures: Textures
  readonly #missingLibraries = new Set<string>()
  readonly #requestedLibraries = new Set<string>()

  constructor(context: ReadContext) {
    this.#context = context
    this.#textures = new Textures(context)
  }

  /** Names of libraries and textures that the model references and that are not attached. */
  get missingCompanions(): ReadonlySet<string> {
    return new Set([...this.#missingLibraries, ...this.#textures.missing])
  }

  /** Reads the libraries that `mtllib` statements name, each once. */
  async load(statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      if (this.#requestedLibraries.has(statement)) continue
      this.#requestedLibraries.add(statement)
      const { fullName, parts } = libraryNames(statement)
      const missing = (await this.#loadLibrary(fullName)) ? [] : await this.#findMissing(parts, fullName)
      for (const name of missing) this.#missingLibraries.add(name)
    }
  }

  async #findMissing(names: readonly string[], knownMissing: string): Promise<string[]> {
    const missing: string[] = []
    for (const name of names) if (name === knownMissing || !(await this.#loadLibrary(name))) missing.push(name)
    return missing
  }

  async #loadLibrary(name: string): Promise<boolean> {
    const bytes = await companionBytes(this.#context, name)
    if (!bytes) return false
    for (const [key, material] of parseMaterialLibrary(decodeText(bytes))) {
      if (!this.#libraryMaterials.has(key)) this.#libraryMaterials.set(key, material)
    }
    return true
  }

  /** Whether any library read so far names a texture. */
  get namesTextures(): boolean {
    return [...this.#libraryMaterials.values()].some(({ texture }) => texture.name !== '')
  }

  /**
   * Returns the mapping of the texture with this material name, if surfaces have texture coordinates; null without a
   * texture.
   */
  async findTextureTransform(name: string | null): Promise<TextureTransform | null> {
    const libraryMaterial = name === null ? undefined : this.#libraryMaterials.get(name)
    return libraryMaterial && (await this.#textures.has(libraryMaterial.texture.name))
      ? libraryMaterial.texture.transform
      : null
  }

  /**
   * Returns the scene's material for a name after `usemtl` (null: none was named). Surfaces with vertex colours get
   * white, so that only those colours show.
   */
  async use(name: string | null, usage: MaterialUsage): Promise<SceneMaterial | null> {
    if (name === null && !usage.hasVertexColors) return null
    const key = `${usage.hasVertexColors} ${usage.hasTextureCoordinates}\n${name ?? ''}`
    const sceneMaterial = this.#sceneMaterials.get(key) ?? (await this.#make(name, usage))
    this.#sceneMaterials.set(key, sceneMaterial)
    return sceneMaterial
  }

  async #make(name: string | null, { hasVertexColors, hasTextureCoordinates }: MaterialUsage): Promise<SceneMaterial> {
    const { color = null, opacity = 1, texture } = (name === null ? null : this.#libraryMaterials.get(name)) ?? {}
    const binding = { hasCoordinates: hasTextureCoordinates, isClamped: texture?.isClamped }
    const surface: Surface = hasVertexColors
      ? { color: [1, 1, 1] }
      : await this.#textures.bind(color ?? plainColor, texture?.name, binding)
    return addSceneMaterial(this.#context.scene, {
      name: name ?? 'Vertex colours',
      surface,
      opacity,
      textureName: texture?.name ?? '',
      listsColor: !hasVertexColors,
    })
  }

  /** Findings about the textures for the user. */
  get findings(): Finding[] {
    return this.#textures.findings
  }
}
