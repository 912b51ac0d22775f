import { describe, expect, it } from 'vitest'
import type { DwgRelease } from '../release.js'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWrittenObject } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'
import { writeFields } from '../testing/write-fields.js'
import { readBlockHeader, type BlockHeader } from './block-header.js'

interface WrittenHeader {
  readonly isExternal?: boolean
  readonly isOverlay?: boolean
  readonly path?: string
  readonly owned?: readonly number[]
  readonly insertHandles?: readonly number[]
  readonly previewBytes?: number
}

const [beginHandle, endHandle, layoutHandle] = [0x41, 0x42, 0x43]

function writeHeader(writer: ObjectWriter, header: WrittenHeader): void {
  const { isExternal = false, isOverlay = false, path = '', owned = [] } = header
  const { insertHandles = [], previewBytes = 0 } = header
  const { data, release } = writer
  writer.writeText('Door').writeReferenceFlags()
  data.writeBit(0).writeBit(1).writeFlag(isExternal).writeFlag(isOverlay)
  writeFields(writer, '2000- B LOADED')
  const isReference = isExternal || isOverlay
  if (release >= 2004 && !isReference) data.writeLong(owned.length)
  data.writeDoubles(1, 2, 3)
  writer.writeText(path)
  if (release >= 2000) {
    for (let left = insertHandles.length; left > 0; left--) data.writeByte(1)
    data.writeByte(0)
    writer.writeText('A door').data.writeLong(previewBytes)
    for (let left = previewBytes; left > 0; left--) data.writeByte(0xab)
  }
  writeFields(writer, '2007- BS UNITS\n2007- B EXPLODABLE\n2007- RC SCALING')
  writer.writeReference(0).writeReference(beginHandle)
  if (release >= 2004) for (const handle of owned) writer.writeReference(handle)
  else if (!isReference) writer.writeReference(owned[0] ?? 0).writeReference(owned.at(-1) ?? 0)
  writer.writeReference(endHandle)
  if (release < 2000) return
  for (const handle of insertHandles) writer.writeReference(handle)
  writer.writeReference(layoutHandle)
}

function read(release: DwgRelease, header: WrittenHeader): BlockHeader {
  const { value, isAtEnd } = readWrittenObject(release, readBlockHeader, (writer) => writeHeader(writer, header))
  expect(isAtEnd).toBe(true)
  return value
}

describe.each(releases)('readBlockHeader with release %i', (release) => {
  it('reads name, base point and the entities that it owns', () => {
    expect(read(release, { owned: [0x51, 0x52, 0x53] })).toEqual({
      ...{ name: 'Door', handle: 0x20, basePoint: [1, 2, 3], path: '', isExternal: false, isOverlay: false },
      ...{ beginHandle, dictionaryHandle: 0, layoutHandle: release >= 2000 ? layoutHandle : 0 },
      owned: release >= 2004 ? { handles: [0x51, 0x52, 0x53] } : { owner: 0x20, first: 0x51, last: 0x53 },
    })
  })

  it.each([
    ['attached', { isExternal: true }, false],
    ['overlaid', { isOverlay: true }, true],
  ])('reads the path of a drawing that is %s, which owns nothing', (_name, flags, isOverlay) => {
    expect(read(release, { ...flags, path: '..\\grid.dwg' })).toMatchObject({
      ...{ path: '..\\grid.dwg', isExternal: true, isOverlay, owned: { handles: [] } },
    })
  })

  it('skips the inserts of the block, and its preview', () => {
    expect(read(release, { insertHandles: [0x61, 0x62], previewBytes: 300, owned: [0x51] })).toMatchObject({
      layoutHandle: release >= 2000 ? layoutHandle : 0,
    })
  })
})
