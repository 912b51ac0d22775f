import type { Finding, ReadContext } from '@kamar/core'
import type { Color } from '@kamar/core/math'
import { cleanName, lastPathSegment } from '@kamar/codecs/text'
import { textureTransform, untransformed, type TextureTransform } from '../kit/texture-transform.js'
import { addSceneMaterial, type MaterialUsage, type SceneMaterial } from '../kit/scene-material.js'
import { Textures, type SourceTexture, type Surface } from '../kit/textures.js'
import type { FbxDocument, FbxObject } from './document.js'
import { childNumbers, findChild, childText, withChildren, type FbxNode } from './fbx-node.js'
import type { UvTransform } from './mesh-geometry.js'
import { decodeEmbeddedImage } from './embedded-image.js'
import { countedFinding } from '../kit/report.js'

const plainColor: Color = [0.8, 0.8, 0.8]
/** Names of the colour property in program-specific materials, besides the format's own. */
const colorNames = [
  'DiffuseColor',
  'Diffuse',
  '3dsMax|Parameters|base_color',
  '3dsMax|main|basecolor',
  'Maya|baseColor',
]
const textureProperties = /diffuse|base_?color/i

const clamped = (value: number): number => (value >= 0 ? Math.min(1, value) : 0)

/** Materials of a document, each created on first use. */
export class Materials {
  readonly textures: Textures
  readonly #context: ReadContext
  readonly #document: FbxDocument
  readonly #sceneMaterials = new Map<string, SceneMaterial>()
  readonly #images = new Map<string, () => Promise<Uint8Array>>()
  /** Textures beyond the first one, by material. */
  readonly #omittedLayers = new Map<string, number>()

  constructor(context: ReadContext, document: FbxDocument) {
    this.#context = context
    this.#document = document
    this.textures = new Textures(context, this.#images)
  }

  /** Finds the images embedded in the file: the content of its videos, which is read again where it is used. */
  async findImages(): Promise<void> {
    for (const { node } of this.#document.ofKind('Video')) {
      const video = await withChildren(node)
      const name = readImageName(video).toLowerCase()
      if (name !== '' && readContent(video).length > 0)
        this.#images.set(name, async () => readContent(await withChildren(node)))
    }
  }

  /** Returns the scene's material; surfaces with vertex colours get white, so that only those colours show. */
  async use(object: FbxObject, usage: MaterialUsage): Promise<SceneMaterial> {
    const key = `${usage.hasVertexColors} ${usage.hasTextureCoordinates} ${object.id}`
    const sceneMaterial = this.#sceneMaterials.get(key) ?? (await this.#make(object, usage))
    this.#sceneMaterials.set(key, sceneMaterial)
    return sceneMaterial
  }

  /**
   * Returns the UV transform of the material's texture, if surfaces have texture coordinates; null without a texture.
   */
  async findUvTransform(object: FbxObject): Promise<UvTransform | null> {
    const texture = this.#findTexture(object)
    return texture && (await this.textures.has(texture.name)) ? texture : null
  }

  /** Findings about the textures for the user. */
  get findings(): Finding[] {
    const count = [...this.#omittedLayers.values()].reduce((sum, layers) => sum + layers, 0)
    return [...this.textures.findings, ...countedFinding('texture-layers-left-out', count)]
  }

  async #make(object: FbxObject, { hasVertexColors, hasTextureCoordinates }: MaterialUsage): Promise<SceneMaterial> {
    const texture = this.#findTexture(object)
    const binding = { hasCoordinates: hasTextureCoordinates, isClamped: texture?.isClamped }
    const surface: Surface = hasVertexColors
      ? { color: [1, 1, 1] }
      : await this.textures.bind(computeColor(object), texture?.name, binding)
    return addSceneMaterial(this.#context.scene, {
      name: cleanName(object.name) || 'material',
      surface,
      opacity: computeOpacity(object),
      textureName: texture?.name ?? '',
      listsColor: true,
    })
  }

  #findTexture(material: FbxObject): MaterialTexture | undefined {
    const textures = this.#document
      .getConnections(material)
      .filter(({ property }) => property !== null && textureProperties.test(property))
      .flatMap(({ object }) => this.#listTextures(object))
    const [texture] = textures
    if (textures.length > 1) this.#omittedLayers.set(material.id, textures.length - 1)
    const name = texture === undefined ? '' : readImageName(texture.node)
    if (!texture || name === '') return undefined
    const isClamped = texture.properties.number('WrapModeU') === 1
    return { name, isClamped, transform: readTextureTransform(texture), uvSet: texture.properties.text('UVSet') }
  }

  /** Lists a texture, or the textures of a stack, the lowest first. */
  #listTextures(object: FbxObject): readonly FbxObject[] {
    if (object.kind === 'Texture') return [object]
    return object.kind === 'LayeredTexture' ? this.#document.childObjects(object, 'Texture') : []
  }
}

/** A texture of a material. */
interface MaterialTexture extends SourceTexture, UvTransform {}

/** Reads translation, rotation (degrees) and scale of a texture, from properties or, in older files, from nodes. */
function readTextureTransform({ properties, node }: FbxObject): TextureTransform {
  const [shiftU = 0, shiftV = 0] = Array.from(childNumbers(node, 'ModelUVTranslation'))
  const [scaleU = 1, scaleV = 1] = Array.from(childNumbers(node, 'ModelUVScaling'))
  const [offsetU, offsetV] = properties.vector('Translation') ?? [shiftU, shiftV]
  const [repeatU, repeatV] = properties.vector('Scaling') ?? [scaleU, scaleV]
  const rotation = ((properties.vector('Rotation')?.[2] ?? 0) * Math.PI) / 180
  const declared = { scale: [repeatU, repeatV], rotation, offset: [offsetU, offsetV] } as const
  return textureTransform(declared) ?? untransformed
}

function readImageName(node: FbxNode): string {
  const path = childText(node, 'RelativeFilename') || childText(node, 'FileName') || childText(node, 'Filename')
  return cleanName(lastPathSegment(path))
}

const readContent = (video: FbxNode): Uint8Array => decodeEmbeddedImage(findChild(video, 'Content')?.values ?? [])

function computeColor({ properties }: FbxObject): Color {
  const declared = properties.firstVector(colorNames)
  if (!declared) return plainColor
  const factor = properties.number('DiffuseFactor') ?? 1
  return [clamped(declared[0] * factor), clamped(declared[1] * factor), clamped(declared[2] * factor)]
}

/**
 * Computes the opacity. Exporters state it directly, or as a factor and a transparent colour; a factor of 1 with black
 * is opaque.
 */
function computeOpacity({ properties }: FbxObject): number {
  const opacity = properties.number('Opacity')
  if (opacity !== null) return clamped(opacity)
  const factor = properties.number('TransparencyFactor')
  const color = properties.vector('TransparentColor')
  if (factor === null || color === null) return 1
  return clamped(1 - (factor * (color[0] + color[1] + color[2])) / 3)
}
