import {
  DwgHandleReader,
  DwgObjectReader,
  DwgStreamReaderBase,
  DxfStreamReaderBase,
  DxfTextReader,
  PlotSettings,
  TableEntry,
} from '@node-projects/acad-ts'
import type { BitStreamParts, DxfTextParts, ObjectReaderParts } from './private-parts.js'
import { patchClips } from './patch-clips.js'
import { patchEntityKinds } from './patch-entity-kinds.js'
import { patchHeader } from './patch-header.js'
import { patchEntities } from './patch-entities.js'
import { patchSections } from './patch-sections.js'
import { currentWatch, RunawayError } from './read-watch.js'

/** Tolerance beyond the end of an object's stream, for bytes that the library reads ahead after the last object. */
const toleranceBytes = 64
let isInstalled = false

/**
 * Patches the known gaps of the library at run time, once per process: endless loops on damaged data end in an error
 * that the library catches per object (four of fifteen damaged drawings never ended without this), setters accept
 * unusual values instead of throwing, and solids of 2013 and later, whose data is in a separate section, keep their
 * entity.
 */
export function installPatches(): void {
  if (isInstalled) return
  isInstalled = true
  patchBitStreams()
  patchObjectReader()
  patchEntities()
  patchClips()
  patchSections()
  patchHeader()
  patchHandleReader()
  patchEntityKinds()
  patchDxfText(DxfTextReader.prototype as unknown as DxfTextParts)
  patchPeeks('code')
  patchPeeks('valueAsString')
  softenSetters()
}

/** Counts every read of a bit stream as a step and stops reads at the end of its bytes. */
function patchBitStreams(): void {
  const stream = DwgStreamReaderBase.prototype as unknown as BitStreamParts
  const { readBytes } = stream
  const check = (self: BitStreamParts, length: number): void => {
    currentWatch()?.step()
    if (!(self._position >= 0 && self._position + length <= self._stream.length + toleranceBytes))
      throw new RunawayError()
  }
  stream.readBytes = function (this: BitStreamParts, length: number): Uint8Array {
    if (!(length >= 0)) throw new RunawayError()
    check(this, length)
    return readBytes.call(this, length)
  }
  for (const name of ['advanceByte', 'readByte', 'readBit', 'read2Bits'] as const) patchStep(stream, name, check)
}

function patchStep(
  stream: BitStreamParts,
  name: 'advanceByte' | 'readByte' | 'readBit' | 'read2Bits',
  check: (self: BitStreamParts, length: number) => void,
): void {
  const original: () => unknown = stream[name]
  const patched = function (this: BitStreamParts): unknown {
    check(this, 0)
    return original.call(this)
  }
  Object.defineProperty(stream, name, { value: patched, writable: true, configurable: true })
}

/** Limits an object to as many steps as it has bits; unreadable objects are recorded by name. */
function patchObjectReader(): void {
  const objects = DwgObjectReader.prototype as unknown as ObjectReaderParts
  const { _readObject: readObject, _readModelerGeometry: readModelerGeometry } = objects
  objects._readObject = function (this: ObjectReaderParts, type: number): unknown {
    const watch = currentWatch()
    watch?.beginObject(this._size)
    try {
      return readObject.call(this, type)
    } catch (error) {
      watch?.readErrors.push(describeObject(this, type))
      throw error
    } finally {
      watch?.endObject()
    }
  }
  objects._readModelerGeometry = function (this: ObjectReaderParts, template: unknown): unknown {
    if (!this.r2013Plus) return readModelerGeometry.call(this, template)
    this._readCommonEntityData(template)
    return template
  }
}

/** Entity types with fixed numbers that are drawn, by number. */
const entityNames: Readonly<Record<number, string>> = {
  1: 'TEXT',
  2: 'ATTRIB',
  3: 'ATTDEF',
  7: 'INSERT',
  8: 'INSERT',
  15: 'POLYLINE',
  16: 'POLYLINE',
  17: 'ARC',
  18: 'CIRCLE',
  19: 'LINE',
  20: 'DIMENSION',
  21: 'DIMENSION',
  22: 'DIMENSION',
  23: 'DIMENSION',
  24: 'DIMENSION',
  25: 'DIMENSION',
  26: 'DIMENSION',
  27: 'POINT',
  28: '3DFACE',
  29: 'POLYLINE',
  30: 'POLYLINE',
  31: 'SOLID',
  32: 'TRACE',
  33: 'SHAPE',
  34: 'VIEWPORT',
  35: 'ELLIPSE',
  36: 'SPLINE',
  37: 'REGION',
  38: '3DSOLID',
  39: 'BODY',
  40: 'RAY',
  41: 'XLINE',
  44: 'MTEXT',
  45: 'LEADER',
  46: 'TOLERANCE',
  47: 'MLINE',
  74: 'OLE2FRAME',
  77: 'LWPOLYLINE',
  78: 'HATCH',
}

function describeObject({ _classes }: ObjectReaderParts, type: number): { kind: string; isEntity: boolean } {
  const dxfClass = _classes.get(type)
  if (dxfClass) return { kind: dxfClass.dxfName, isEntity: dxfClass.isAnEntity }
  return { kind: entityNames[type] ?? `${type}`, isEntity: type in entityNames }
}

/** Patches the paged object table; a page that does not parse ends the table, and earlier entries stay. */
function patchHandleReader(): void {
  const handles = DwgHandleReader.prototype as unknown as { read: () => Map<number, number> }
  handles.read = function (this: { _sreader: HandleStream }): Map<number, number> {
    const offsets = new Map<number, number>()
    try {
      while (readHandlePage(this._sreader, offsets)) continue
    } catch (error) {
      if (!(error instanceof RunawayError)) throw error
      currentWatch()?.readErrors.push({ kind: 'object', isEntity: true })
    }
    return offsets
  }
}

interface HandleStream {
  readonly position: number
  readShortBigEndian(): number
  readModularChar(): number
  readSignedModularChar(): number
  readByte(): number
}

const maxPageBytes = 2032

/**
 * Reads pairs of increasing handles and locations, followed by a two-byte checksum. Returns false for the empty page at
 * the end.
 */
function readHandlePage(stream: HandleStream, offsets: Map<number, number>): boolean {
  const size = stream.readShortBigEndian()
  if (size <= 2) return false
  const end = stream.position + Math.min(size - 2, maxPageBytes)
  let [handle, offset] = [0, 0]
  while (stream.position < end) {
    const step = stream.readModularChar()
    handle += step
    offset += stream.readSignedModularChar()
    if (step > 0) offsets.set(handle, offset)
  }
  stream.readByte()
  stream.readByte()
  return true
}

/** Keywords that close whatever is being read, innermost first. */
const endings = ['ENDBLK', 'ENDTAB', 'ENDSEC', 'EOF']
const maxEndings = 10_000

/**
 * Supplies the missing end of a DXF: sections only end at a keyword, and the library ignores errors in its loops, so
 * that it would read for ever. After the last byte, the closing keywords are returned in turn.
 */
function patchDxfText(text: DxfTextParts): void {
  const { readNext } = text
  text.readNext = function (this: DxfTextParts): void {
    const watch = currentWatch()
    watch?.step()
    if ((this._bytePos ?? 0) < this._data.length) {
      if (watch) watch.peekCount = 0
      readNext.call(this)
      return
    }
    const number = watch?.endings ?? 0
    if (number > maxEndings) throw new RunawayError()
    if (watch) watch.endings = number + 1
    this.dxfCode = 0
    this.value = endings[number % endings.length]
  }
}

/** Max peeks at a value before the next one is read: more means a loop that never advances. */
const maxPeeks = 100_000

/** Ends loops that wait for a keyword without advancing when they peek at the value. */
function patchPeeks(name: 'code' | 'valueAsString'): void {
  const original = Object.getOwnPropertyDescriptor(DxfStreamReaderBase.prototype, name)
  if (!original?.get) return
  Object.defineProperty(DxfStreamReaderBase.prototype, name, {
    ...original,
    get(this: unknown): unknown {
      const watch = currentWatch()
      if (watch && ++watch.peekCount > maxPeeks) throw new RunawayError()
      return original.get?.call(this)
    },
  })
}

/** Makes setters tolerant: unusual plot settings or an entry without a name would discard the whole layout or table. */
function softenSetters(): void {
  soften(PlotSettings.prototype, 'shadePlotDPI', '_shadePlotDPI')
  soften(PlotSettings.prototype, 'denominatorScale', '_denominatorScale')
  soften(PlotSettings.prototype, 'numeratorScale', '_numeratorScale')
  soften(TableEntry.prototype, 'name', '_name')
}

function soften(prototype: object, property: string, field: string): void {
  const original = Object.getOwnPropertyDescriptor(prototype, property)
  if (!original?.set) return
  Object.defineProperty(prototype, property, {
    ...original,
    set(this: Record<string, unknown>, value: unknown) {
      try {
        original.set?.call(this, value)
      } catch {
        this[field] = value
      }
    },
  })
}
