import { describe, expect, it } from 'vitest'
import type { DwgContainer } from '../container/container.js'
import type { DwgRelease } from '../release.js'
import { writeClasses, type WrittenClass } from '../testing/write-classes.js'
import { readClasses } from './classes.js'

const classes: readonly WrittenClass[] = [
  { number: 500, name: 'ACDBDICTIONARYWDFLT', isEntity: false },
  { number: 501, name: 'MULTILEADER', isEntity: true },
]

function createContainer(release: DwgRelease, section: Uint8Array | null, maintenance = 0): DwgContainer {
  const buffer = new Uint8Array((section?.length ?? 0) + 32)
  if (section) buffer.set(section)
  const readSection = () => section && buffer.subarray(0, section.length)
  return { release, maintenance, codePage: 30, fileBytes: 0, isIncomplete: false, readSection }
}

describe('readClasses', () => {
  it.each([14, 2000, 2004, 2007, 2010, 2018] as const)('reads the classes of release %i by number', (release) => {
    const read = readClasses(createContainer(release, writeClasses(release, 0, classes)))
    expect([...read.values()]).toEqual(classes)
  })

  it('returns none for a drawing without them', () => {
    expect(readClasses(createContainer(2000, null)).size).toBe(0)
    expect(readClasses(createContainer(2000, new Uint8Array(16))).size).toBe(0)
  })

  it.each([2010, 2013] as const)('reads a size of 64 bits of a later maintenance release of %i', (release) => {
    const read = readClasses(createContainer(release, writeClasses(release, 4, classes), 4))
    expect([...read.values()]).toEqual(classes)
  })

  it.each([2007, 2018] as const)('returns none of a section of release %i without its texts', (release) => {
    const section = writeClasses(release, 0, classes).subarray(0, 50)
    expect(readClasses(createContainer(release, section)).size).toBe(0)
  })
})
