import { cleanName, lastPathSegment } from '@kamar/codecs/text'
import { Chunk } from './chunk.js'
import type { Damage } from './chunk.js'
import { chunkIds } from './chunk-ids.js'
import type { TdsMaterial, TdsModel, TdsNode, TdsTexture } from './model.js'
import { parseMesh } from './parse-mesh.js'

const noParent = 0xffff
const plainColor = [0.8, 0.8, 0.8] as const

/** Parses the model of a file; unreadable parts are omitted and flagged in `damage`. */
export function parseFile(bytes: Uint8Array, damage: Damage): TdsModel {
  const model: TdsModel = {
    materials: new Map(),
    meshes: new Map(),
    nodes: [],
    lights: 0,
    cameras: 0,
    repeatedMeshes: 0,
  }
  for (const section of Chunk.ofFile(bytes, damage)?.children() ?? []) {
    if (section.id === chunkIds.editor) parseEditor(section, model)
    if (section.id === chunkIds.keyframer) parseKeyframer(section, model)
  }
  return model
}

function parseEditor(editor: Chunk, model: TdsModel): void {
  for (const chunk of editor.children()) {
    if (chunk.id === chunkIds.material) addMaterial(parseMaterial(chunk), model)
    if (chunk.id === chunkIds.object) parseObject(chunk, model)
  }
}

function addMaterial(material: TdsMaterial, { materials }: TdsModel): void {
  if (!materials.has(material.name)) materials.set(material.name, material)
}

function parseMaterial(chunk: Chunk): TdsMaterial {
  const material: TdsMaterial = { name: '', color: plainColor, opacity: 1 }
  for (const field of chunk.children()) {
    if (field.id === chunkIds.materialName) material.name = cleanName(field.text())
    if (field.id === chunkIds.materialDiffuse) material.color = parseColor(field) ?? plainColor
    if (field.id === chunkIds.materialTransparency) material.opacity = 1 - parsePercent(field)
    if (field.id === chunkIds.materialTexture) material.texture ??= parseTexture(field)
  }
  return material
}

const clamped = (value: number): number => (value >= 0 ? Math.min(1, value) : 0)

/** Returns the first colour; the gamma-corrected copy for old screens follows it. */
function parseColor(chunk: Chunk): TdsMaterial['color'] | null {
  for (const child of chunk.children()) {
    if (child.id === chunkIds.colorByte) return [child.uint8() / 255, child.uint8() / 255, child.uint8() / 255]
    if (child.id === chunkIds.colorFloat)
      return [clamped(child.float()), clamped(child.float()), clamped(child.float())]
  }
  return null
}

function parsePercent(chunk: Chunk): number {
  for (const child of chunk.children()) {
    if (child.id === chunkIds.percentInteger) return clamped(child.uint16() / 100)
    if (child.id === chunkIds.percentFloat) return clamped(child.float())
  }
  return 0
}

/** Bit of the tiling flags that stops an image at its edges. */
const stopsAtEdges = 0x10

function parseTexture(chunk: Chunk): TdsTexture | undefined {
  const texture: TdsTexture = { name: '', isClamped: false, scale: [1, 1], offset: [0, 0], angle: 0 }
  const number = (child: Chunk, otherwise: number): number => numbersIn(child, 1)?.[0] ?? otherwise
  for (const child of chunk.children()) {
    if (child.id === chunkIds.textureFile) texture.name = cleanName(lastPathSegment(child.text()))
    if (child.id === chunkIds.textureTiling) texture.isClamped = (child.uint16() & stopsAtEdges) !== 0
    if (child.id === chunkIds.textureScaleU) texture.scale[0] = number(child, 1)
    if (child.id === chunkIds.textureScaleV) texture.scale[1] = number(child, 1)
    if (child.id === chunkIds.textureOffsetU) texture.offset[0] = number(child, 0)
    if (child.id === chunkIds.textureOffsetV) texture.offset[1] = number(child, 0)
    if (child.id === chunkIds.textureAngle) texture.angle = number(child, 0)
  }
  return texture.name === '' ? undefined : texture
}

function parseObject(chunk: Chunk, model: TdsModel): void {
  const name = cleanName(chunk.text())
  let isHidden = false
  for (const part of chunk.children()) {
    if (part.id === chunkIds.objectHidden) isHidden = true
    if (part.id === chunkIds.light) model.lights++
    if (part.id === chunkIds.camera) model.cameras++
    if (part.id !== chunkIds.triangles) continue
    if (model.meshes.has(name)) model.repeatedMeshes++
    else model.meshes.set(name, parseMesh(part, name))
  }
  const mesh = model.meshes.get(name)
  if (mesh && isHidden) mesh.isHidden = true
}

function parseKeyframer(keyframer: Chunk, model: TdsModel): void {
  for (const chunk of keyframer.children()) {
    if (chunk.id === chunkIds.objectNode) model.nodes.push(parseNode(chunk, model.nodes.length))
  }
}

function parseNode(chunk: Chunk, number: number): TdsNode {
  const node: TdsNode = {
    number,
    meshName: '',
    instanceName: '',
    parent: null,
    pivot: [0, 0, 0],
    position: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
  }
  for (const field of chunk.children()) readField(field, node)
  return node
}

const fieldReaders: Readonly<Record<number, (field: Chunk, node: TdsNode) => void>> = {
  [chunkIds.nodeNumber]: (field, node) => (node.number = field.uint16()),
  [chunkIds.nodeHeader]: (field, node) => {
    node.meshName = cleanName(field.text())
    field.skip(4)
    const parent = field.uint16()
    node.parent = parent === noParent ? null : parent
  },
  [chunkIds.instanceName]: (field, node) => (node.instanceName = cleanName(field.text())),
  [chunkIds.pivot]: (field, node) => (node.pivot = numbersIn(field, 3) ?? node.pivot),
  [chunkIds.positionTrack]: (field, node) => (node.position = firstKey(field, 3) ?? node.position),
  [chunkIds.rotationTrack]: (field, node) => (node.rotation = firstKey(field, 4) ?? node.rotation),
  [chunkIds.scaleTrack]: (field, node) => (node.scale = firstKey(field, 3) ?? node.scale),
}

function readField(field: Chunk, node: TdsNode): void {
  fieldReaders[field.id]?.(field, node)
}

/** Bits of a key that flag the spline parameters (a float each) before its value. */
const splineParameterBits = 0x1f

/**
 * Returns the first key of a track: flags and unused words, the number of keys, then per key its frame, flag bits,
 * spline parameters and value.
 */
function firstKey(track: Chunk, values: number): readonly number[] | null {
  track.skip(10)
  if (track.uint32() === 0) return null
  track.skip(4)
  for (let bits = track.uint16() & splineParameterBits; bits > 0; bits >>= 1) if (bits & 1) track.skip(4)
  return numbersIn(track, values)
}

function numbersIn(field: Chunk, count: number): readonly number[] | null {
  const numbers = field.floats(count)
  return numbers.every(Number.isFinite) ? numbers : null
}
