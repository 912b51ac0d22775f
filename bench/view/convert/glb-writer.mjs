/**
 * A minimal writer of binary glTF 2.0: float positions and normals, 32-bit indices, one mesh per geometry and material,
 * one node per instance. Nothing is compressed or instanced, as in a plain exporter.
 */

/**
 * @typedef {object} GlbPart
 * @property {number} geometry  index into `geometries`
 * @property {readonly [number, number, number, number]} color  linear, 0 to 1
 * @property {readonly number[]} matrix  column-major 4×4
 * @property {string} name
 */
/** @typedef {{ positions: Float32Array, normals: Float32Array, indices: Uint32Array }} GlbGeometry */

const componentTypes = { float: 5126, unsignedInt: 5125 }
const targets = { vertices: 34962, indices: 34963 }
const chunkTypes = { json: 0x4e4f534a, binary: 0x004e4942 }

/** Assigns numbers to values in order of first occurrence. */
class Numbering {
  #numbers = new Map()
  values = []
  getNumber(key, make) {
    if (!this.#numbers.has(key)) {
      this.#numbers.set(key, this.values.length)
      this.values.push(make())
    }
    return this.#numbers.get(key)
  }
}

function computeRange(positions) {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  positions.forEach((value, at) => {
    min[at % 3] = Math.min(min[at % 3], value)
    max[at % 3] = Math.max(max[at % 3], value)
  })
  return { min, max }
}

class GlbBuffer {
  parts = []
  bufferViews = []
  accessors = []
  byteLength = 0

  #view(array, target) {
    this.bufferViews.push({ buffer: 0, byteOffset: this.byteLength, byteLength: array.byteLength, target })
    this.parts.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength))
    this.byteLength += array.byteLength
    return this.bufferViews.length - 1
  }

  #accessor(accessor) {
    return this.accessors.push(accessor) - 1
  }

  vectors(array, range) {
    const bufferView = this.#view(array, targets.vertices)
    const { float: componentType } = componentTypes
    return this.#accessor({ bufferView, componentType, count: array.length / 3, type: 'VEC3', ...range })
  }

  indices(array) {
    const bufferView = this.#view(array, targets.indices)
    const { unsignedInt: componentType } = componentTypes
    return this.#accessor({ bufferView, componentType, count: array.length, type: 'SCALAR' })
  }
}

const material = ([red, green, blue, opacity]) => ({
  pbrMetallicRoughness: { baseColorFactor: [red, green, blue, opacity], metallicFactor: 0, roughnessFactor: 1 },
  doubleSided: true,
  ...(opacity < 1 ? { alphaMode: 'BLEND' } : {}),
})

function chunk(type, bytes, padding) {
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4, padding)
  bytes.copy(padded)
  const header = Buffer.alloc(8)
  header.writeUInt32LE(padded.length, 0)
  header.writeUInt32LE(type, 4)
  return Buffer.concat([header, padded])
}

function pack(document, binary) {
  const json = chunk(chunkTypes.json, Buffer.from(JSON.stringify(document)), ' ')
  const body = chunk(chunkTypes.binary, binary, 0)
  const header = Buffer.alloc(12)
  header.write('glTF', 0, 'latin1')
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(12 + json.length + body.length, 8)
  return Buffer.concat([header, json, body])
}

/**
 * @param {readonly GlbGeometry[]} geometries
 * @param {readonly GlbPart[]} parts
 * @returns {Buffer}
 */
export function writeGlb(geometries, parts) {
  const buffer = new GlbBuffer()
  const attributes = geometries.map(({ positions, normals, indices }) => ({
    attributes: { POSITION: buffer.vectors(positions, computeRange(positions)), NORMAL: buffer.vectors(normals, {}) },
    indices: buffer.indices(indices),
  }))
  const materials = new Numbering()
  const meshes = new Numbering()
  const nodes = parts.map(({ geometry, color, matrix, name }) => {
    const materialNumber = materials.getNumber(color.join(), () => material(color))
    const mesh = meshes.getNumber(`${geometry}/${materialNumber}`, () => ({
      primitives: [{ ...attributes[geometry], material: materialNumber }],
    }))
    return { name, mesh, matrix }
  })
  const document = {
    asset: { version: '2.0', generator: 'kamar bench' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, index) => index) }],
    nodes,
    meshes: meshes.values,
    materials: materials.values,
    accessors: buffer.accessors,
    bufferViews: buffer.bufferViews,
    buffers: [{ byteLength: buffer.byteLength }],
  }
  return pack(document, Buffer.concat(buffer.parts))
}
