import { crc32, gzipSync } from 'node:zlib'

/** A derivative as Autodesk's service returns it: the archive, and the files beside it by their addresses. */
export interface SvfFixture {
  readonly archive: Uint8Array
  readonly files: ReadonlyMap<string, Uint8Array>
}

class ByteWriter {
  readonly #parts: Buffer[] = []
  length = 0

  add(bytes: Uint8Array): this {
    this.#parts.push(Buffer.from(bytes))
    this.length += bytes.length
    return this
  }
  number(bytes: number, write: (buffer: Buffer) => void): this {
    const buffer = Buffer.alloc(bytes)
    write(buffer)
    return this.add(buffer)
  }
  uint8 = (value: number): this => this.add(Buffer.of(value))
  uint16 = (value: number): this => this.number(2, (buffer) => buffer.writeUInt16LE(value))
  uint32 = (value: number): this => this.number(4, (buffer) => buffer.writeUInt32LE(value))
  float32 = (value: number): this => this.number(4, (buffer) => buffer.writeFloatLE(value))
  float64 = (value: number): this => this.number(8, (buffer) => buffer.writeDoubleLE(value))
  text = (value: string): this => this.add(Buffer.from(value))
  varint(value: number): this {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.uint8((rest & 127) | 128)
    return this.uint8(rest)
  }
  varText = (value: string): this => this.varint(Buffer.byteLength(value)).text(value)
  longText = (value: string): this => this.uint32(Buffer.byteLength(value)).text(value)
  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Returns a pack file: entries of one type, then their offsets and types. */
function packFile(type: string, version: number, entries: readonly Buffer[]): Uint8Array {
  const writer = new ByteWriter().varText(type).uint32(1)
  const offsets = entries.map((entry) => {
    const offset = writer.length
    writer.uint32(0).add(entry)
    return offset
  })
  const entriesAt = writer.length
  writer.varint(offsets.length)
  for (const offset of offsets) writer.uint32(offset)
  const typesAt = writer.length
  writer.varint(1).varText('class').varText(type).varint(version)
  writer.uint32(entriesAt).uint32(typesAt)
  return gzipSync(writer.bytes)
}

const cornersOfCube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((vertex) => [vertex & 1, (vertex >> 1) & 1, (vertex >> 2) & 1])
const cubeTriangles = [
  [0, 2, 1, 1, 2, 3],
  [4, 5, 6, 5, 7, 6],
  [0, 1, 4, 1, 5, 4],
  [2, 6, 3, 3, 6, 7],
  [0, 4, 2, 2, 4, 6],
  [1, 3, 5, 3, 7, 5],
].flat()

/** Returns a cube from 0 to 1 of the file's unit, as a mesh in raw encoding. */
function cube(): Buffer {
  const writer = new ByteWriter().text('OCTM').uint32(5).text('RAW\0')
  writer.uint32(8).uint32(12).uint32(1).uint32(0).uint32(0).longText('')
  writer.text('INDX')
  for (const vertex of cubeTriangles) writer.uint32(vertex)
  writer.text('VERT')
  for (const coordinate of cornersOfCube) writer.float32(coordinate)
  writer.text('TEXC').longText('map').longText('')
  for (let vertex = 0; vertex < 8; vertex++) writer.float32(vertex & 1).float32((vertex >> 1) & 1)
  return writer.bytes
}

/** Returns one line from the origin, 2 of the file's units long. */
function line(): Buffer {
  const writer = new ByteWriter().uint16(2).uint16(2).uint16(0).float32(1).uint8(0)
  for (const coordinate of [0, 0, 0, 2, 0, 0]) writer.float32(coordinate)
  return writer.uint16(0).uint16(1).bytes
}

interface FixtureInstance {
  readonly geometry: number
  readonly material: number
  readonly element: number
  readonly at: readonly [number, number, number]
  readonly isVisible?: boolean
}

function fragment({ at, element, geometry, isVisible = true, material }: FixtureInstance): Buffer {
  const writer = new ByteWriter()
    .uint8(isVisible ? 1 : 0)
    .varint(material)
    .varint(geometry)
  writer.uint8(0)
  for (const coordinate of at) writer.float64(coordinate)
  for (let side = 0; side < 6; side++) writer.float32(0)
  return writer.varint(element).bytes
}

const geometryEntry = (pack: number, entity: number): Buffer =>
  new ByteWriter().uint8(0).add(Buffer.alloc(24)).uint16(12).varText(`${pack}`).varint(entity).bytes

function material(red: number, green: number, blue: number, transparency: number): object {
  return {
    userassets: ['0'],
    materials: {
      '0': {
        definition: 'SimplePhong',
        properties: {
          colors: { generic_diffuse: { values: [{ r: red, g: green, b: blue, a: 1 }] } },
          scalars: { generic_transparency: { values: [transparency] } },
        },
      },
    },
  }
}

const gzipJson = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value))

/** Returns properties of elements 1 (model) > 2 (storey) > 3 (wall of a type, 5) and 4 (window). */
function propertyFiles(): [string, Uint8Array][] {
  const attributes = [
    0,
    ['name', '__name__', 20, null, null, null],
    ['child', '__child__', 11, null, null, null],
    ['Category', '__category__', 20, null, null, null],
    ['instanceof_objid', '__instanceof__', 11, null, null, null],
    ['Length', 'Dimensions', 3, 'ft', null, 'Length'],
    ['Structural', 'Dimensions', 1, null, null, null],
    ['Fire Rating', 'Identity Data', 20, null, null, null],
  ]
  const values: unknown[] = [null]
  const pairs: number[] = []
  const offsets: number[] = [0]
  const statements: readonly (readonly (readonly [number, unknown])[])[] = [
    [
      [1, 'House'],
      [2, 2],
    ],
    [
      [1, 'Level 1'],
      [2, 3],
      [2, 4],
      [3, 'Revit Level'],
    ],
    [
      [1, 'Basic Wall [3]'],
      [3, 'Revit Walls'],
      [4, 5],
      [5, 12.5],
      [6, 1],
    ],
    [
      [1, 'Window [4]'],
      [3, 'Revit Windows'],
    ],
    [
      [1, 'Basic Wall'],
      [7, 'REI 60'],
    ],
  ]
  for (const own of statements) {
    offsets.push(pairs.length / 2)
    for (const [attribute, value] of own) pairs.push(attribute, values.push(value) - 1)
  }
  return [
    ['../../objects_ids.json.gz', gzipJson([0, 'doc', 'level-1', 'wall-3', 'window-4', 'type-5'])],
    ['../../objects_offs.json.gz', gzipJson(offsets)],
    ['../../objects_avs.json.gz', gzipJson(pairs)],
    ['../../objects_attrs.json.gz', gzipJson(attributes)],
    ['../../objects_vals.json.gz', gzipJson(values)],
  ]
}

/** Returns a zip archive with uncompressed entries. */
function storedZip(entries: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const body = new ByteWriter()
  const directory = new ByteWriter()
  for (const [name, bytes] of entries) {
    const offset = body.length
    const writeCommonFields = (writer: ByteWriter): ByteWriter => {
      for (const value of [20, 0, 0, 0, 33]) writer.uint16(value)
      writer.uint32(crc32(bytes)).uint32(bytes.length).uint32(bytes.length)
      return writer.uint16(Buffer.byteLength(name)).uint16(0)
    }
    writeCommonFields(body.uint32(0x04034b50)).text(name).add(bytes)
    writeCommonFields(directory.uint32(0x02014b50).uint16(20))
      .uint16(0)
      .uint16(0)
      .uint16(0)
      .uint32(0)
      .uint32(offset)
      .text(name)
  }
  const at = body.length
  body.add(directory.bytes).uint32(0x06054b50).uint16(0).uint16(0)
  return body.uint16(entries.length).uint16(entries.length).uint32(directory.length).uint32(at).uint16(0).bytes
}

const typeOf: Readonly<Record<string, string>> = {
  'FragmentList.pack': 'FragmentList',
  'GeometryMetadata.pf': 'GeometryMetadataList',
  '0.pf': 'PackFile',
  '1.pf': 'PackFile',
  '../../objects_ids.json.gz': 'PropertyIDs',
  '../../objects_offs.json.gz': 'PropertyOffsets',
  '../../objects_avs.json.gz': 'PropertyAVs',
  '../../objects_attrs.json.gz': 'PropertyAttributes',
  '../../objects_vals.json.gz': 'PropertyValues',
}

const toAsset = (uri: string, bytes: Uint8Array) => ({
  id: uri,
  type: uri === 'Materials.json.gz' ? 'ProteinMaterials' : `Autodesk.CloudPlatform.${typeOf[uri] ?? 'Unknown'}`,
  URI: uri,
  size: bytes.length,
  usize: bytes.length,
})

/**
 * Returns a house of our own in feet, Z up: a wall and a window, cubes of one foot that share a shape, a line at the
 * storey, and a hidden cube. `metadata` replaces fields of the archive's metadata.
 */
export function svfFixture(metadata: Readonly<Record<string, unknown>> = {}): SvfFixture {
  const platform = 'Autodesk.CloudPlatform.'
  const fragments = [
    fragment({ geometry: 0, material: 0, element: 3, at: [0, 0, 0] }),
    fragment({ geometry: 0, material: 1, element: 4, at: [0, 10, 5] }),
    fragment({ geometry: 1, material: 0, element: 2, at: [0, 0, 0] }),
    fragment({ geometry: 0, material: 0, element: 3, at: [50, 0, 0], isVisible: false }),
  ]
  const materials = { materials: { '0': material(1, 0.5, 0, 0), '1': material(0, 0, 1, 0.75) } }
  const files = new Map<string, Uint8Array>([
    ['FragmentList.pack', packFile(`${platform}FragmentList`, 5, fragments)],
    ['GeometryMetadata.pf', packFile(`${platform}GeometryMetadataList`, 3, [geometryEntry(0, 0), geometryEntry(1, 0)])],
    ['0.pf', packFile(`${platform}OpenCTM`, 1, [cube()])],
    ['1.pf', packFile(`${platform}Lines`, 3, [line()])],
    ['Materials.json.gz', gzipJson(materials)],
    ...propertyFiles(),
  ])
  const modelMetadata = {
    'world up vector': { XYZ: [0, 0, 1] },
    'world front vector': { XYZ: [0, -1, 0] },
    'distance unit': { value: 'foot' },
    ...metadata,
  }
  const assets = [...files].map(([uri, bytes]) => toAsset(uri, bytes))
  const embedded = { ...toAsset('embed:/camera.json', new Uint8Array(2)), type: 'Autodesk.CloudPlatform.Camera' }
  const archive = storedZip([
    [
      'manifest.json',
      Buffer.from(JSON.stringify({ name: 'house', manifestversion: 2, assets: [...assets, embedded], typesets: [] })),
    ],
    ['metadata.json', Buffer.from(JSON.stringify({ version: '1.0', metadata: modelMetadata }))],
    ['camera.json', Buffer.from('{}')],
  ])
  return { archive, files }
}
