import type { SavedCamera } from '@kamar/core'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { ByteCursor } from '../container/byte-cursor.js'
import type { RecordForm } from '../container/form.js'
import { readCamera } from './read-camera.js'
import { passSections } from './sections.js'

/** A saved viewpoint: its name, folders and camera; lengths in the document's unit. */
export interface Viewpoint {
  readonly name: string
  readonly folders: readonly string[]
  readonly camera: SavedCamera
}

/** A list of saved viewpoints, as far as it was readable. */
export interface Viewpoints {
  readonly views: readonly Viewpoint[]
  /** Viewpoints with a section, which are shown uncut. */
  readonly cut: number
  /** Unreadable entries, and all stated ones after them. */
  readonly lost: number
  /** Animations, whose frames are not views. */
  readonly animations: number
}

const kinds = { view: 0, animation: 1, folder: 4 } as const
/** Words between an entry's name and its content: comments, an id, the author. */
const newerEntryFields = 6
const maxFolderDepth = 32
/** Min bytes of an entry: a kind, a name, a following word. */
const minEntryBytes = 12

/** Bits of a viewpoint that state which of its fields are written. */
const has = {
  viewer: 1 << 1,
  focus: 1 << 3,
  linearSpeed: 1 << 4,
  angularSpeed: 1 << 5,
  tool: 1 << 6,
  paradigm: 1 << 8,
  lighting: 1 << 9,
  tilt: 1 << 10,
  style: 1 << 11,
} as const
const knownBits = Object.values(has).reduce((all, bit) => all | bit, 1 | (1 << 2))

/** Reads the saved viewpoints of a document. */
export function parseViewpoints(bytes: Uint8Array, form: RecordForm): Viewpoints {
  return new ViewpointList(new ByteCursor(bytes), form).read()
}

/** Reads the view at the time of saving: one viewpoint without a name. Null where it is unreadable. */
export function parseCurrentView(bytes: Uint8Array, form: RecordForm): SavedCamera | null {
  return tryParse(() => {
    const stream = new ByteCursor(bytes)
    const { camera } = readViewpoint(stream, form)
    stream.expectEnd()
    return camera
  })
}

class ViewpointList {
  readonly #stream: ByteCursor
  readonly #form: RecordForm
  readonly #views: Viewpoint[] = []
  #cut = 0
  #lost = 0
  #animations = 0

  constructor(stream: ByteCursor, form: RecordForm) {
    this.#stream = stream
    this.#form = form
  }

  read(): Viewpoints {
    if (this.#stream.left > 0) this.#readList([])
    if (this.#lost === 0 && tryParse(() => (this.#stream.expectEnd(), true)) === null) this.#lost++
    return { views: this.#views, cut: this.#cut, lost: this.#lost, animations: this.#animations }
  }

  /** Reads a list of entries. An unreadable entry ends it, as entries have no length. */
  #readList(folders: readonly string[]): void {
    const count = tryParse(() => this.#count())
    if (count === null) this.#lost++
    for (let left = count ?? 0; left > 0 && this.#lost === 0; left--) {
      if (tryParse(() => (this.#readEntry(folders), true)) === null) this.#lost += left
      else if (this.#lost > 0) this.#lost += left - 1
    }
  }

  #count(): number {
    const count = this.#stream.u32()
    if (count * minEntryBytes > this.#stream.left) throw new MalformedRecordError('entries', this.#stream.at)
    return count
  }

  #readEntry(folders: readonly string[]): void {
    const kind = this.#stream.u32()
    const name = this.#stream.string() ?? ''
    // Comments come first: none were observed, and their form is unknown.
    this.#stream.expect(0)
    if (this.#form.hasGuids) this.#stream.skip((newerEntryFields - 1) * 4)
    if (kind === kinds.folder) return this.#readFolder([...folders, name])
    if (kind === kinds.animation) return this.#passAnimation()
    if (kind !== kinds.view) throw new MalformedRecordError(`entry ${kind}`, this.#stream.at)
    const { camera, isCut } = this.#readView()
    if (isCut) this.#cut++
    this.#views.push({ name, folders, camera })
  }

  #readFolder(folders: readonly string[]): void {
    if (folders.length > maxFolderDepth) throw new MalformedRecordError('folders', this.#stream.at)
    this.#readList(folders)
  }

  #readView(): Read {
    const read = readViewpoint(this.#stream, this.#form)
    // Hidden elements and overridden materials: none were observed, and their form is unknown.
    this.#stream.expect(0)
    this.#stream.expect(0)
    return read
  }

  #passAnimation(): void {
    this.#animations++
    this.#stream.skip(8)
    for (let left = this.#count(); left > 0; left--) {
      if (this.#stream.u32() !== kinds.view) throw new MalformedRecordError('picture of a movement', this.#stream.at)
      this.#stream.skipString()
      this.#stream.expect(0)
      if (this.#form.hasGuids) this.#stream.skip((newerEntryFields - 1) * 4)
      this.#readView()
    }
  }
}

interface Read {
  readonly camera: SavedCamera
  readonly isCut: boolean
}

function readViewpoint(stream: ByteCursor, form: RecordForm): Read {
  const flags = stream.u32()
  if ((flags & ~knownBits) !== 0) throw new MalformedRecordError(`flags ${flags}`, stream.at)
  const camera = readCamera(stream, form)
  if ((flags & has.viewer) !== 0) passViewer(stream)
  // The up direction.
  stream.doubles(3)
  const distance = (flags & has.focus) === 0 ? 0 : stream.f64()
  for (const speed of [has.linearSpeed, has.angularSpeed]) if ((flags & speed) !== 0) stream.f64()
  passTools(stream, flags)
  const isCut = passSections(stream, form)
  return { camera: distance > 0 ? { ...camera, distanceMetres: distance } : camera, isCut }
}

/** Skips the avatar that walks through the model: its size, name and movement. */
function passViewer(stream: ByteCursor): void {
  stream.doubles(4)
  stream.skipString()
  stream.doubles(3)
  stream.skip(16)
  stream.doubles(2)
  stream.skip(8)
}

function passTools(stream: ByteCursor, flags: number): void {
  const toolFlags = has.tool | has.paradigm | has.lighting
  const presentFlags = flags & toolFlags
  // The three words have not been observed separately, except for the lights.
  if (presentFlags !== 0 && presentFlags !== toolFlags && presentFlags !== has.lighting)
    throw new MalformedRecordError('tools', stream.at)
  stream.skip(presentFlags === toolFlags ? 12 : presentFlags === 0 ? 0 : 4)
  if ((flags & has.tilt) !== 0) stream.f64()
  if ((flags & has.style) !== 0) stream.skip(4)
}
