import { describe, expect, it } from 'vitest'
import { releases } from '../testing/write-drawing.js'
import { writeContainer } from '../testing/write-container.js'
import { findDataPages } from './data-pages.js'
import { openContainer } from './index.js'

const objects = Uint8Array.from({ length: 70_000 }, (_, at) => (at < 4 ? [0xca, 0x0d, 0, 0][at] : (at * 31) >> 4))
const handles = Uint8Array.of(0, 2, 0, 0)
const sections = { 'AcDb:AcDbObjects': objects, 'AcDb:Handles': handles }

describe.each(releases)('openContainer with release %i', (release) => {
  const file = writeContainer(release, sections)

  it('unpacks sections by name, and null for others', () => {
    const container = openContainer(file)
    expect(container).toMatchObject({ release, codePage: 30, isIncomplete: false })
    expect(container.readSection('AcDb:Handles')).toEqual(handles)
    expect(container.readSection('AcDb:AcDsPrototype_1b')).toBeNull()
  })

  it('has zeros behind a section, where its last numbers may be read', () => {
    const section = openContainer(file).readSection('AcDb:Handles')
    expect(section?.buffer.byteLength).toBeGreaterThanOrEqual((section?.length ?? 0) + 8)
  })
})

describe.each([2004, 2010, 2013, 2018] as const)('openContainer with pages of release %i', (release) => {
  const file = writeContainer(release, sections)

  it('unpacks a section of several pages', () => {
    expect(openContainer(file).readSection('AcDb:AcDbObjects')).toEqual(objects)
  })

  it('states the size of the complete file', () => {
    expect(openContainer(file).fileBytes).toBe(file.length)
  })

  it('finds pages by their headers if the maps are lost', () => {
    const container = openContainer(file.slice(0, file.length - 200))
    const section = container.readSection('AcDb:AcDbObjects')
    expect(container.isIncomplete).toBe(true)
    expect(section?.subarray(0, objects.length)).toEqual(objects)
  })

  it('finds pages whose sections are all numbered 0, as some programs do', () => {
    const header = Uint8Array.of(0xcf, 0x7b, 0x1f, 0x23, 0xfd, 0xde, 0x38, 0xa9)
    const unnumbered = writeContainer(release, { 'AcDb:Header': header, ...sections }, { isNumbered: false })
    const container = openContainer(unnumbered.slice(0, unnumbered.length - 200))
    expect(container.readSection('AcDb:Header')?.subarray(0, header.length)).toEqual(header)
    expect(container.readSection('AcDb:AcDbObjects')?.subarray(0, objects.length)).toEqual(objects)
  })

  it('omits a page that begins behind the end of its section', () => {
    const damaged = Uint8Array.from(file)
    const view = new DataView(damaged.buffer)
    const nameAt = Buffer.from(file).indexOf('AcDb:AcDbObjects')
    const [packedMarkAt, secondStartAt] = [nameAt - 12, nameAt + 64 + 16 + 8]
    view.setUint32(packedMarkAt, 1, true)
    view.setUint32(secondStartAt, 0x7fffff00, true)
    const pageAt = findDataPages(view).find(({ start }) => start === 0x7400)?.at ?? 0
    view.setUint32(pageAt + 16, 0x7fffff00 ^ 0x4164536b ^ pageAt, true)
    expect(openContainer(damaged).readSection('AcDb:AcDbObjects')).toHaveLength(objects.length)
  })

  it('lists the pages whose checksums are wrong', () => {
    const damaged = Uint8Array.from(file)
    damaged[0x100 + 100] ^= 1
    expect(openContainer(file).listDamagedRanges?.('AcDb:AcDbObjects')).toEqual([])
    expect(openContainer(damaged).listDamagedRanges?.('AcDb:AcDbObjects')).toMatchObject([{ start: 0, end: 0x7400 }])
  })

  it('finds no page that was moved', () => {
    const shifted = new Uint8Array(file.length + 32)
    shifted.set(file.subarray(0, 0x100))
    shifted.set(file.subarray(0x100), 0x120)
    // Headers are masked with their positions.
    expect(openContainer(shifted).readSection('AcDb:AcDbObjects')).toBeNull()
  })
})

describe('openContainer', () => {
  it('rejects other files, and other releases', () => {
    expect(() => openContainer(new Uint8Array(10))).toThrow('no drawing')
    const old = new Uint8Array(0x200)
    old.set(new TextEncoder().encode('AC1009'))
    expect(() => openContainer(old)).toThrow('release AC1009')
  })

  it('finds pages of release 2007 by their check bytes if the maps are lost', () => {
    const file = writeContainer(2007, sections)
    const container = openContainer(file.slice(0, file.length - 600))
    expect(container).toMatchObject({ isIncomplete: true, fileBytes: file.length })
    // What follows the packed data of a page unpacks to further bytes.
    expect(container.readSection('AcDb:AcDbObjects')?.subarray(0, 0x1000)).toEqual(objects.subarray(0, 0x1000))
    expect(openContainer(file.slice(0, 0x480)).readSection('AcDb:AcDbObjects')).toBeNull()
  })
})
