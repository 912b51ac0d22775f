import { existsSync, mkdirSync, openSync, closeSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logProgress } from './log.mjs'
import { cacheFolder } from './paths.mjs'

// Large generated files for formats with small samples only: wavy surfaces, deterministic to the byte.

const height = (x, y) => Math.sin(x / 7) * Math.cos(y / 5) + Math.sin((x + y) / 31)

/**
 * Returns parts of a surface of `side` × `side` squares, each with positions, normals and texture coordinates per
 * vertex.
 */
function surface(side, offset) {
  const across = side + 1
  const positions = new Float64Array(across * across * 3)
  const normals = new Float64Array(across * across * 3)
  const textureCoordinates = new Float64Array(across * across * 2)
  for (let y = 0; y < across; y++)
    for (let x = 0; x < across; x++) {
      const vertex = y * across + x
      const [slopeX, slopeY] = [height(x + 1, y) - height(x, y), height(x, y + 1) - height(x, y)]
      const length = Math.hypot(slopeX, slopeY, 1)
      positions.set([x + offset, y, height(x, y)], vertex * 3)
      normals.set([-slopeX / length, -slopeY / length, 1 / length], vertex * 3)
      textureCoordinates.set([x / side, y / side], vertex * 2)
    }
  return { across, positions, normals, textureCoordinates }
}

/** Yields two triangles per square, indices from 0. */
function* triangles(across) {
  for (let y = 0; y + 1 < across; y++)
    for (let x = 0; x + 1 < across; x++) {
      const low = y * across + x
      yield [low, low + 1, low + across + 1]
      yield [low, low + across + 1, low + across]
    }
}

/** Writes 64 MB of OBJ: one group with normals, 850,000 triangles. */
function writeObj(write) {
  const { across, positions, normals } = surface(652, 0)
  let text = '# File units = meters\no surface\n'
  const flush = (least) => {
    if (text.length < least) return
    write(Buffer.from(text))
    text = ''
  }
  const line = (word, values, at) => `${word} ${[0, 1, 2].map((axis) => values[at + axis].toFixed(6)).join(' ')}\n`
  for (let at = 0; at < positions.length; at += 3) flush(1e6, (text += line('v', positions, at)))
  for (let at = 0; at < normals.length; at += 3) flush(1e6, (text += line('vn', normals, at)))
  for (const vertexIndices of triangles(across))
    flush(1e6, (text += `f ${vertexIndices.map((vertex) => `${vertex + 1}//${vertex + 1}`).join(' ')}\n`))
  flush(0)
}

const uint32 = (value) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Encodes a property of a node of binary FBX. */
function fbxProperty(value) {
  if (typeof value === 'string') return Buffer.concat([Buffer.from('S'), uint32(value.length), Buffer.from(value)])
  if (typeof value === 'bigint') {
    const bytes = Buffer.alloc(9, 'L')
    bytes.writeBigInt64LE(value, 1)
    return bytes
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5, 'I')
    bytes.writeInt32LE(value, 1)
    return bytes
  }
  const kind = value instanceof Int32Array ? 'i' : 'd'
  const header = [Buffer.from(kind), uint32(value.length), uint32(0), uint32(value.byteLength)]
  return Buffer.concat([...header, Buffer.from(value.buffer)])
}

/** Encodes a node of binary FBX 7.4 at a file offset; its end offset is absolute. */
function fbxNode(start, [name, values = [], children = []]) {
  const properties = Buffer.concat(values.map(fbxProperty))
  const header = 13 + name.length
  const parts = []
  let at = start + header + properties.length
  for (const child of children) {
    const bytes = fbxNode(at, child)
    parts.push(bytes)
    at += bytes.length
  }
  if (children.length > 0) parts.push(Buffer.alloc(13))
  const end = at + (children.length > 0 ? 13 : 0)
  const lengths = [uint32(end), uint32(values.length), uint32(properties.length), Buffer.from([name.length])]
  return Buffer.concat([...lengths, Buffer.from(name), properties, ...parts])
}

const layer = (type, kind, values) => [
  `LayerElement${type}`,
  [0],
  [['Version', [101]], ['Name', ['']], ['MappingInformationType', [kind]], ...values],
]

function fbxGeometry(number) {
  const { across, positions, normals, textureCoordinates } = surface(173, number * 200)
  const vertexIndices = Int32Array.from([...triangles(across)].flatMap(([a, b, c]) => [a, b, -c - 1]))
  const textureIndices = vertexIndices.map((vertex) => (vertex < 0 ? -vertex - 1 : vertex))
  return [
    'Geometry',
    [BigInt(1000 + number), `surface ${number}\0\x01Geometry`, 'Mesh'],
    [
      ['Vertices', [positions]],
      ['PolygonVertexIndex', [vertexIndices]],
      ['GeometryVersion', [124]],
      layer('Normal', 'ByVertice', [
        ['ReferenceInformationType', ['Direct']],
        ['Normals', [normals]],
      ]),
      layer('UV', 'ByPolygonVertex', [
        ['ReferenceInformationType', ['IndexToDirect']],
        ['UV', [textureCoordinates]],
        ['UVIndex', [textureIndices]],
      ]),
      [
        'Layer',
        [0],
        [
          ['Version', [100]],
          ...['Normal', 'UV'].map((type) => [
            'LayerElement',
            [],
            [
              ['Type', [`LayerElement${type}`]],
              ['TypedIndex', [0]],
            ],
          ]),
        ],
      ],
    ],
  ]
}

/** Writes 54 MB of FBX: sixteen meshes with normals and texture coordinates, 960,000 triangles. */
function writeFbx(write) {
  const numbers = Array.from({ length: 16 }, (_, number) => number)
  const models = numbers.map((number) => [
    'Model',
    [BigInt(2000 + number), `part ${number}\0\x01Model`, 'Mesh'],
    [['Version', [232]]],
  ])
  const connections = numbers.flatMap((number) => [
    ['C', ['OO', BigInt(1000 + number), BigInt(2000 + number)]],
    ['C', ['OO', BigInt(2000 + number), 0n]],
  ])
  const nodes = [
    [
      'FBXHeaderExtension',
      [],
      [
        ['FBXHeaderVersion', [1003]],
        ['FBXVersion', [7400]],
      ],
    ],
    [
      'GlobalSettings',
      [],
      [
        ['Version', [1000]],
        ['Properties70', [], [['P', ['UpAxis', 'int', 'Integer', '', 2]]]],
      ],
    ],
    ['Objects', [], [...numbers.map(fbxGeometry), ...models]],
    ['Connections', [], connections],
  ]
  const header = Buffer.concat([Buffer.from('Kaydara FBX Binary  \0\x1a\0'), uint32(7400)])
  let at = header.length
  write(header)
  for (const node of nodes) {
    const bytes = fbxNode(at, node)
    write(bytes)
    at += bytes.length
  }
  write(Buffer.alloc(13 + 176))
}

async function writeDwg(write, release, entityCount) {
  const { makeDrawing } = await import('./made-drawings.mjs')
  write(makeDrawing(release, entityCount))
}

const drawingSizes = { '0.3M': 300_000, '1M': 1_000_000, '3M': 3_000_000 }
const drawingMakers = Object.entries(drawingSizes).flatMap(([size, count]) =>
  [2000, 2018].map((release) => [`made-${size}-${release}.dwg`, (write) => writeDwg(write, release, count)]),
)
const makers = { 'made-64MB.obj': writeObj, 'made-54MB.fbx': writeFbx, ...Object.fromEntries(drawingMakers) }

/** Paths of the generated files, whether they exist yet or not. */
export const madeSamplePaths = () => Object.keys(makers).map((name) => join(cacheFolder, 'made', name))

/** Generates a file of `madeSamplePaths` if it is missing. */
export async function makeSample(path) {
  if (existsSync(path)) return
  const name = Object.keys(makers).find((each) => path.endsWith(each))
  if (!name) return
  logProgress(`Making ${name}`)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(`${path}.part`, 'w')
  await makers[name]((bytes) => writeSync(file, bytes))
  closeSync(file)
  renameSync(`${path}.part`, path)
}
