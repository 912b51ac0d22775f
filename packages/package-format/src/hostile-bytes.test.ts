import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodeCellElements,
  decodeCells,
  decodeChunk,
  decodeExterior,
  decodeFingerprints,
  decodePropertyBlock,
  decodePropertyIndex,
  decodeTree,
  decoderReady,
  encodeCellElements,
  encodeCells,
  encodeChunk,
  encodeExterior,
  encodeFingerprints,
  encodePropertyBlock,
  encodePropertyIndex,
  encodeTree,
  encoderReady,
  noParent,
  noProxy,
  type CellElements,
  type CellTree,
  type ChunkMesh,
} from './index.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

const count = 40
const mesh: ChunkMesh = {
  positions: Uint16Array.from({ length: count * 3 }, (_, index) => (index * 7919) & 0xffff),
  normals: new Int8Array(count * 2),
  colors: new Uint8Array(count * 4),
  indices: Uint32Array.from({ length: 90 }, (_, index) => (index * 13) % count),
  levels: [{ start: 0, count: 90, errorMetres: 0 }],
  edges: Uint32Array.from({ length: 20 }, (_, index) => index),
  textureCoordinates: { values: new Uint16Array(count * 2), offset: [0, 0], step: 0.5 },
  origin: [0, 0, 0],
  step: 0.001,
  area: 1,
  volume: null,
  closed: false,
  shapeHash: '0000000000000000',
}
const numbers = Uint32Array.from({ length: count }, (_, index) => index)

const cells: CellTree = {
  nodeCount: 3,
  box: Float32Array.from({ length: 18 }, (_, at) => at),
  firstChild: Uint32Array.of(1, 3, 3),
  childCount: Uint32Array.of(2, 0, 0),
  firstChunk: Uint32Array.of(0, 1, 3),
  chunkCount: Uint32Array.of(1, 2, 1),
  proxy: Uint32Array.of(0, noProxy, noProxy),
  error: Float32Array.of(4, 0, 0),
  interiorSize: Float32Array.of(1, 0, 1),
  chunkRank: Uint8Array.of(0, 0, 1, 0),
  vertices: Uint32Array.of(10, 20, 30, 400, 50),
  indices: Uint32Array.of(30, 60, 90, 1200, 150),
}
const cellElements: CellElements = {
  count: 3,
  box: Uint16Array.from({ length: 18 }, (_, at) => at * 3000),
  start: Uint32Array.of(0, 1, 1, 3),
  chunks: Uint32Array.of(2, 0, 3),
}

const files: Record<string, { encode: () => Uint8Array; decode: (bytes: Uint8Array) => unknown }> = {
  chunk: {
    encode: () =>
      encodeChunk({
        firstGeometry: 0,
        firstMaterial: 0,
        firstInstance: 0,
        geometries: [mesh],
        instances: {
          node: numbers,
          geometry: new Uint32Array(count),
          material: new Uint32Array(count),
          linear: new Uint32Array(count),
          translation: new Float32Array(count * 3),
        },
        linear: new Float32Array(9),
        materials: {
          color: new Uint8Array(4),
          names: ['a'],
          textures: { image: Uint16Array.of(1), tintAndWrap: new Uint8Array(4), side: Uint16Array.of(2) },
        },
      }),
    decode: decodeChunk,
  },
  tree: {
    encode: () =>
      encodeTree({
        count,
        parent: numbers.map((number) => (number === 0 ? noParent : number >> 1)),
        classNames: ['a', 'b'],
        classIndex: new Uint16Array(count).fill(1),
        hidden: new Uint8Array(count),
        name: (element) => `name ${element % 7}`,
        sourceId: (element) => (element % 2 === 0 ? '1Bn5W68ypHSijN6pltTw4K' : `h${element}`),
      }),
    decode: (bytes) => {
      const tree = decodeTree(bytes)
      return Array.from({ length: tree.count }, (_, element) => tree.name(element) + tree.sourceId(element))
    },
  },
  'property index': {
    encode: () =>
      encodePropertyIndex({
        elementCount: count,
        setStart: Uint32Array.from({ length: count + 1 }, (_, index) => index),
        setNumbers: numbers,
        blockStart: Uint32Array.of(0, 10, count),
      }),
    decode: (bytes) => {
      const index = decodePropertyIndex(bytes)
      for (let element = 0; element < index.elementCount; element++)
        index.setsOf(element).map((set) => index.findBlock(set))
    },
  },
  'property block': {
    encode: () =>
      encodePropertyBlock(
        Array.from({ length: 20 }, (_, index) => ({
          name: `set ${index % 3}`,
          properties: [
            { name: 'a', value: index },
            { name: 'b', value: `text ${index % 5}`, unit: 'm' },
            { name: 'c', value: index > 4 },
          ],
        })),
        3,
      ),
    decode: (bytes) => {
      const block = decodePropertyBlock(bytes)
      for (let row = 0; row < block.setCount; row++) block.set(block.firstSet + row)
    },
  },
  exterior: { encode: () => encodeExterior(new Uint8Array(count).fill(1)), decode: decodeExterior },
  fingerprints: {
    encode: () =>
      encodeFingerprints({
        count,
        shape: numbers,
        orientation: numbers.map((number) => number & 3),
        properties: numbers.map((number) => number & 7),
        box: Int32Array.from({ length: count * 6 }, (_, index) => index * 10),
        area: new Float32Array(count).fill(2),
        volume: new Float32Array(count).fill(NaN),
      }),
    decode: decodeFingerprints,
  },
  cells: { encode: () => encodeCells(cells), decode: (bytes) => decodeCells(bytes, { chunks: 4, proxies: 1 }) },
  'cell elements': { encode: () => encodeCellElements(cellElements), decode: (bytes) => decodeCellElements(bytes, 4) },
}

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Decodes bytes; any result other than success or a `RangeError` fails the test. */
function tryDecode(decode: (bytes: Uint8Array) => unknown, bytes: Uint8Array): 'read' | 'refused' {
  try {
    decode(bytes)
    return 'read'
  } catch (error) {
    if (error instanceof RangeError) return 'refused'
    throw error
  }
}

describe.each(Object.entries(files))('%s decoder', (_, { encode, decode }) => {
  it('reads a complete file', () => expect(tryDecode(decode, encode())).toBe('read'))

  it('rejects a file truncated at any byte', () => {
    const bytes = encode()
    for (let length = 0; length < bytes.length; length++)
      expect(tryDecode(decode, bytes.subarray(0, length))).toBe('refused')
  })

  it('throws only RangeError for flipped bytes', () => {
    const seed = 20_251
    const random = seededRandom(seed)
    const original = encode()
    for (let round = 0; round < 3000; round++) {
      const bytes = original.slice()
      const flips = 1 + Math.floor(random() * 3)
      for (let flip = 0; flip < flips; flip++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      expect(['read', 'refused'], `seed ${seed} round ${round}`).toContain(tryDecode(decode, bytes))
    }
  })
})

describe('view package reading module', () => {
  it('imports neither the encoder nor a validator', async () => {
    const visited = new Set<string>()
    const foreign = new Set<string>()
    const visit = async (file: URL): Promise<void> => {
      if (visited.has(file.href)) return
      visited.add(file.href)
      const text = await readFile(file, 'utf8')
      for (const [, statement, from] of text.matchAll(/^(import|export)\s(?!type)[^']*?from '([^']+)'/gm)) {
        if (statement !== undefined && from?.startsWith('.')) await visit(new URL(from.replace(/\.js$/, '.ts'), file))
        else if (from !== undefined) foreign.add(from)
      }
    }
    await visit(new URL('./read.ts', import.meta.url))
    expect(visited.size).toBeGreaterThan(10)
    expect([...foreign].toSorted()).toEqual(['@kamar/core/math', 'meshoptimizer/decoder'])
  })
})
