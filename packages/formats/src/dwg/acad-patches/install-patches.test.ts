import {
  DwgHandleReader,
  DwgLZ77AC18Decompressor,
  DwgLZ77AC21Decompressor,
  DwgObjectReader,
  DwgReader,
  DwgStreamReaderBase,
  DxfObjectsSectionReader,
  DxfSectionReaderBase,
  DxfTextReader,
  Layer,
  PlotSettings,
} from '@node-projects/acad-ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { installPatches } from './install-patches.js'
import { RunawayError } from './read-watch.js'

/** Members that the patches replace, as in the pinned library version. */
const parts: readonly (readonly [name: string, prototype: object, members: readonly string[]])[] = [
  [
    'DWG reader',
    DwgReader.prototype,
    ['readFileHeader', 'readHeader', '_readClasses', '_readObjects', '_getSectionStream'],
  ],
  ['DWG sections', DwgReader.prototype, ['_getSectionBuffer18', '_getSectionBuffer21']],
  ['DWG objects', DwgObjectReader.prototype, ['_readObject', '_readModelerGeometry', '_readCommonEntityData']],
  ['DWG tables', DwgObjectReader.prototype, ['_readTableEntity', '_readInsertCommonData', '_readInsertCommonHandles']],
  ['DXF leaders', DxfSectionReaderBase.prototype, ['_readMultiLeaderLeader', 'tryAssignCurrentValue']],
  ['DXF images', DxfSectionReaderBase.prototype, ['_readWipeoutBase']],
  ['DXF clip boundaries', DxfObjectsSectionReader.prototype, ['_readSpatialFilter']],
  ['DWG handles', DwgHandleReader.prototype, ['read']],
  ['bit streams', DwgStreamReaderBase.prototype, ['advanceByte', 'readByte', 'readBytes', 'readBit', 'read2Bits']],
  ['text DXF', DxfTextReader.prototype, ['readNext', 'readStringLine', 'decodeString']],
  [
    'DXF entities',
    DxfSectionReaderBase.prototype,
    ['readEntity', 'readEntityCodes', 'readCommonEntityCodes', '_readModelerGeometry', '_readSpline'],
  ],
  ['named object types', DwgObjectReader.prototype, ['_readUnlistedType', '_readSpline', '_readModelerGeometryData']],
  ['compressed sections of DWG 2004', DwgLZ77AC18Decompressor, ['decompress']],
  ['compressed sections of DWG 2007', DwgLZ77AC21Decompressor, ['decompress']],
]

describe('acad-ts internals', () => {
  it.each(parts)('exist for the patches: %s', (_name, prototype, members) => {
    const methods = members.filter((member) => typeof Reflect.get(prototype, member, prototype) === 'function')
    expect(methods).toEqual(members)
  })
})

describe('acad-ts patches', () => {
  beforeAll(() => installPatches())

  it('are installed once despite repeated calls', () => {
    const before = Reflect.get(DwgObjectReader.prototype, '_readObject')
    installPatches()
    expect(Reflect.get(DwgObjectReader.prototype, '_readObject')).toBe(before)
  })

  it.each([
    ['shadePlotDPI', 300, 0],
    ['denominatorScale', 50, 0],
    ['numeratorScale', 1, -1],
  ] as const)('allow valid and unusual values of %s', (name, valid, unusual) => {
    const settings = new PlotSettings()
    for (const value of [valid, unusual]) {
      settings[name] = value
      expect(settings[name]).toBe(value)
    }
  })

  it('allow a table entry without a name', () => {
    const layer = new Layer('Walls')
    layer.name = ''
    expect(layer.name).toBe('')
  })

  it('reject a section that inflates beyond what its file can hold', () => {
    expect(() => DwgLZ77AC18Decompressor.decompress(new Uint8Array(16), 0, 2 ** 31)).toThrow(RunawayError)
    expect(() => DwgLZ77AC18Decompressor.decompress(new Uint8Array(16), 0, -1)).toThrow(RunawayError)
    expect(() => DwgLZ77AC18Decompressor.decompress(new Uint8Array(16), 0, Number.NaN)).toThrow(RunawayError)
  })
})
