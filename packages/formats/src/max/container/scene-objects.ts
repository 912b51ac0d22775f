import { findChunk, parseChunks, readableChunks, type Chunk } from './chunks.js'
import { MalformedRecordError, tryParse, RecordCursor } from '@kamar/codecs/records'
import { wideText } from './wide-text.js'

const classEntry = 0x2040
const classHeader = 0x2060
const className = 0x2042
const listedReferences = 0x2034
const numberedReferences = 0x2035
/** Derived objects: their references end in the shape that their modifiers change. */
const derivedIds: ReadonlySet<number> = new Set([0x2032, 0x2033])
const maxClasses = 10_000
/** Max references of an object: multi-materials have the most, some hundreds. */
const maxReferences = 4096

/** Class of an object: two numbers chosen by its developer, and the plug-in kind (superclass). */
export interface ObjectClass {
  /** Both numbers as `2005:0`, in hexadecimal. */
  readonly id: string
  readonly kind: number
  readonly name: string
}

/** Kinds of plug-ins. */
export const kinds = {
  node: 0x1,
  geometry: 0x10,
  camera: 0x20,
  light: 0x30,
  shape: 0x40,
  material: 0xc00,
  texture: 0xc10,
  float: 0x9003,
  position: 0x900b,
  rotation: 0x900c,
  scale: 0x900d,
} as const

const derivedClass: ObjectClass = { id: 'derived', kind: 0, name: '' }
const unknownClass: ObjectClass = { id: '', kind: 0, name: '' }

function readClass(bytes: Uint8Array): ObjectClass {
  const chunks = parseChunks(bytes)
  const header = new RecordCursor(findChunk(chunks, classHeader)?.bytes ?? new Uint8Array())
  header.skip(4)
  const id = `${header.u32().toString(16)}:${header.u32().toString(16)}`
  return { id, kind: header.u32(), name: wideText(findChunk(chunks, className)?.bytes ?? new Uint8Array()) }
}

/** Reads the classes of a file, by their index in its objects. */
export function readClasses(bytes: Uint8Array): readonly ObjectClass[] {
  const entries = parseChunks(bytes).filter(({ id }) => id === classEntry)
  if (entries.length > maxClasses) throw new MalformedRecordError('classes')
  return entries.map((entry) => readClass(entry.bytes))
}

/** One object of a scene. */
export class SceneObject {
  readonly number: number
  readonly class: ObjectClass
  readonly #chunk: Chunk
  readonly #all: readonly SceneObject[]
  #chunks: readonly Chunk[] | null = null
  #references: ReadonlyMap<number, SceneObject> | null = null

  constructor(number: number, { chunk, classes, all }: ObjectSource) {
    this.number = number
    this.class = classes[chunk.id] ?? (derivedIds.has(chunk.id) ? derivedClass : unknownClass)
    this.#chunk = chunk
    this.#all = all
  }

  /** The records of the object; throws `MalformedRecordError` for a damaged one. */
  get chunks(): readonly Chunk[] {
    return (this.#chunks ??= this.#chunk.isContainer ? parseChunks(this.#chunk.bytes) : [])
  }

  /** Returns the bytes of a record; null where none has this id. */
  bytes(id: number): Uint8Array | null {
    return findChunk(this.chunks, id)?.bytes ?? null
  }

  /** Returns a cursor over a required record. */
  cursor(id: number): RecordCursor {
    const bytes = this.bytes(id)
    if (bytes === null) throw new MalformedRecordError(`no ${id.toString(16)}`)
    return new RecordCursor(bytes)
  }

  /** Returns the objects that this one refers to, by reference index. */
  references(): ReadonlyMap<number, SceneObject> {
    return (this.#references ??= this.#readReferences())
  }

  /** Returns an object by its number in records. */
  object(number: number): SceneObject | null {
    return this.#all[number] ?? null
  }

  #readReferences(): ReadonlyMap<number, SceneObject> {
    const references = new Map<number, SceneObject>()
    const add = (index: number, number: number): void => {
      const object = this.#all[number]
      if (object !== undefined) references.set(index, object)
      if (references.size > maxReferences) throw new MalformedRecordError('references')
    }
    const listed = this.bytes(listedReferences)
    if (listed !== null) {
      const cursor = new RecordCursor(listed)
      for (let index = 0; cursor.left > 0; index++) add(index, cursor.i32())
      return references
    }
    const numbered = this.bytes(numberedReferences)
    if (numbered === null) return references
    const cursor = new RecordCursor(numbered)
    cursor.skip(4)
    while (cursor.left > 0) add(cursor.i32(), cursor.i32())
    return references
  }
}

interface ObjectSource {
  readonly chunk: Chunk
  readonly classes: readonly ObjectClass[]
  readonly all: readonly SceneObject[]
}

/** All objects of a scene. */
export interface SceneObjects {
  /** Number that increases with releases: 0x2023 is that of 2018 to 2023. */
  readonly release: number
  readonly objects: readonly SceneObject[]
  /** False where the list of objects is truncated. */
  readonly isComplete: boolean
}

/** Reads the objects of the stream `Scene`; null where it does not begin with an object list. */
export function readObjects(bytes: Uint8Array, classes: readonly ObjectClass[]): SceneObjects | null {
  const { chunks: roots, isComplete: isClosed } = readableChunks(bytes)
  // A scene whose own size is damaged is still followed by its objects.
  const [root = headless(bytes)] = roots
  if (root === undefined || !root.isContainer || (root.id & 0xff00) !== 0x2000) return null
  const { chunks, isComplete } = readableChunks(root.bytes)
  const objects: SceneObject[] = []
  for (const [number, chunk] of chunks.entries())
    objects.push(new SceneObject(number, { chunk, classes, all: objects }))
  return { release: root.id, objects, isComplete: isComplete && isClosed }
}

function headless(bytes: Uint8Array): Chunk | undefined {
  if (bytes.length < 6) return undefined
  return { id: bytes[0] + 256 * bytes[1], isContainer: true, bytes: bytes.subarray(6) }
}

/** Returns the references of an object, or none where its records are damaged. */
export const readReferences = (object: SceneObject): ReadonlyMap<number, SceneObject> =>
  tryParse(() => object.references()) ?? new Map()
