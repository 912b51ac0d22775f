import type { Chunk, ChunkInstances, ChunkMaterials } from './chunk.js'
import { framed, parseFrame } from './chunk-frame.js'
import { decodeGeometries } from './chunk-geometry-decode.js'
import { decodeMaterialTextures } from './chunk-textures-decode.js'
import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { readPositions, unshuffleFloats } from '../container/float-columns.js'
import { decodeDeltas } from '../container/varints.js'

function decodeInstances(container: Container, linearRows: number): ChunkInstances {
  const count = container.count('instances')
  const exponent = container.meta['translationExponent']
  if (typeof exponent !== 'number' || !(exponent >= -64 && exponent <= 0)) throw malformed('no grid of translations')
  const numbers = (name: string): Uint32Array =>
    new Uint32Array(decodeDeltas(container.column(name, 'u8'), count).buffer)
  const instances = {
    node: numbers('i.node'),
    geometry: numbers('i.geometry'),
    material: numbers('i.material'),
    linear: numbers('i.linear'),
    translation: readPositions(container, 'i.translation', count, exponent),
  }
  if (instances.linear.some((row) => row >= linearRows)) throw malformed('placement out of range')
  return instances
}

function decodeMaterials(container: Container): ChunkMaterials {
  const names = container.texts('materials')
  return {
    names,
    color: container.exactColumn('m.color', 'u8', names.length * 4),
    ...decodeMaterialTextures(container, names.length),
  }
}

function checkNumbers(chunk: Chunk): void {
  const geometryEnd = chunk.firstGeometry + chunk.geometries.count
  const materialEnd = chunk.firstMaterial + chunk.materials.names.length
  if (chunk.instances.geometry.some((number) => number >= geometryEnd)) throw malformed('geometry out of range')
  if (chunk.instances.material.some((number) => number >= materialEnd)) throw malformed('material out of range')
}

/** Decodes a chunk; throws `RangeError` if it is malformed. Needs `decoderReady`. */
export function decodeChunk(bytes: Uint8Array): Chunk {
  const container = decodeContainer(bytes)
  const { geometries, bodies } = decodeGeometries(container)
  const linear = unshuffleFloats(container.column('linear', 'u8'), 9)
  const chunk: Chunk = {
    firstGeometry: container.count('firstGeometry'),
    firstMaterial: container.count('firstMaterial'),
    firstInstance: container.count('firstInstance'),
    geometries,
    ...bodies,
    instances: decodeInstances(container, linear.length / 9),
    linear,
    materials: decodeMaterials(container),
  }
  checkNumbers(chunk)
  container.release(chunk)
  return framed(chunk, parseFrame(container))
}
