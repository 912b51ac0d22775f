import { describe, expect, it } from 'vitest'
import { openContainer } from './container/index.js'
import { ObjectStore } from './file/object-store.js'
import { openDwg } from './open-dwg.js'
import { recognizeClasses } from './recognize-classes.js'
import { createEntities } from './testing/entities.js'
import { releases, writeDrawing, type WrittenEntity } from './testing/write-drawing.js'

const underlay: WrittenEntity = {
  kind: 500,
  write(writer) {
    const { data } = writer
    data.writeDoubles(0, 0, 1, 1, 2, 0, 0.5, 2, 2, 2).writeByte(0).writeByte(100).writeByte(0)
    data.writeLong(2).writeRawDoubles(0, 0, 4, 3)
    writer.writeReference(0x15)
  },
}

/** Creates an IMAGE, or a WIPEOUT if it refers to no definition. */
const createRaster = (kind: number, definition: number): WrittenEntity => ({
  kind,
  write(writer) {
    const { data, release } = writer
    data.writeLong(0).writeDoubles(1, 2, 0, 1, 0, 0, 0, 1, 0).writeRawDoubles(4, 3).writeShort(7).writeBit(1)
    data.writeByte(0).writeByte(50).writeByte(50)
    if (release >= 2010) data.writeBit(0)
    data.writeShort(1).writeRawDoubles(0, 0, 4, 3)
    writer.writeReference(definition).writeReference(0)
  },
})

const custom: WrittenEntity = { kind: 503, write: ({ data }) => data.writeDoubles(1, 2, 3).writeByte(7) }

describe.each(releases)('recognizeClasses with a drawing of release %i without classes', (release) => {
  // The definition of the image is a LINE: a fixed kind needs no class.
  const file = writeDrawing(release, [
    ...createEntities(700),
    ...[underlay, createRaster(501, 0), createRaster(502, 0x100), custom],
  ])

  it('recognizes entities that end on their last bits, and no others', () => {
    const classes = recognizeClasses(new ObjectStore(openContainer(file)))
    expect([...classes.values()].map(({ number, name }) => [number, name])).toEqual([
      [500, 'PDFUNDERLAY'],
      [501, 'WIPEOUT'],
      [502, 'IMAGE'],
    ])
  })

  it('counts no objects that were read by trial as unread', () => {
    expect(openDwg(file.slice(0, file.length - 40)).unread).toEqual([])
  })
})
