import { describe, expect, it } from 'vitest'
import type { RecordForm } from '../container/form.js'
import { writeCurrentView, writeViewpoints, type WrittenEntry, type WrittenViewpoint } from '../fixtures/viewpoints.js'
import { parseCurrentView, parseViewpoints } from './parse-views.js'

const forms: readonly (readonly [number, RecordForm])[] = [
  [103, { isPacked: false, hasGuids: false }],
  [114, { isPacked: true, hasGuids: false }],
  [448, { isPacked: true, hasGuids: true }],
]
const north = Math.SQRT1_2
const front: WrittenViewpoint = { name: 'Front', eye: [1, -8, 2], rotation: [north, 0, 0, north], height: Math.PI / 4 }
const plan: WrittenViewpoint = { name: 'Plan', projection: 1, eye: [2, 1, 9], rotation: [0, 0, 0, 1], height: 6 }

describe.each(forms)('viewpoints of file version %i', (version, form) => {
  const parse = (...entries: WrittenEntry[]) => parseViewpoints(writeViewpoints(entries, version), form)

  it('have a name, a camera and folders', () => {
    const storeys = { name: 'Storeys', entries: [plan] }
    const { views, lost, cut } = parse(front, { name: 'Plans', entries: [storeys] }, front)
    expect([lost, cut]).toEqual([0, 0])
    expect(views.map(({ folders, name }) => [...folders, name].join(' / '))).toEqual([
      'Front',
      'Plans / Storeys / Plan',
      'Front',
    ])
    const [{ camera }, { camera: above }] = views
    expect(camera).toMatchObject({ kind: 'perspective', eye: [1, -8, 2], aspectRatio: 1.5, distanceMetres: 12 })
    expect(camera.kind === 'perspective' && camera.fieldOfViewDegrees).toBeCloseTo(45)
    for (const [axis, value] of [0, 1, 0].entries()) expect(camera.direction[axis]).toBeCloseTo(value)
    for (const [axis, value] of [0, 0, 1].entries()) expect(camera.up[axis]).toBeCloseTo(value)
    expect(above).toMatchObject({ kind: 'orthographic', heightMetres: 6, direction: [0, 0, -1], up: [0, 1, 0] })
  })

  it.each([0x5, 0x20d, 0xd, 0x375, 0xb77, 0xb7f, 0xf7d, 0x34f])('write only what the bits of %x say', (flags) => {
    expect(parse({ ...front, flags }, plan)).toMatchObject({ lost: 0, views: { length: 2 } })
  })

  it('that cut the model open are shown whole and counted', () => {
    expect(parse({ ...front, section: 3 }, plan)).toMatchObject({ lost: 0, cut: 1, views: { length: 2 } })
  })

  it('of movements are passed over', () => {
    expect(parse({ name: 'Round', frames: [front, plan, front] }, plan)).toMatchObject({
      animations: 1,
      lost: 0,
      views: [{ name: 'Plan' }],
    })
  })

  it.each<[string, WrittenViewpoint]>([
    ['a bit that was never seen', { ...front, flags: 0x8b7d }],
    ['tools that were never seen apart', { ...front, flags: 0x4d }],
    ['hidden elements', { ...front, hidden: 1 }],
    ['another projection', { ...front, projection: 2 as 1 }],
    ['no turn', { ...front, rotation: [0, 0, 0, 0] }],
    ['no height', { ...front, height: 0 }],
    ['an angle behind itself', { ...front, height: 4 }],
    ['no place', { ...front, eye: [Number.NaN, 0, 0] }],
  ])('end at one with %s: it and all behind it are counted', (_, odd) => {
    const result = parse(plan, odd, front, front)
    expect(result.views.map(({ name }) => name)).toEqual(['Plan'])
    expect(result.lost).toBe(3)
  })

  it('that are lost in a folder are lost behind it as well', () => {
    expect(
      parse(plan, { name: 'Folder', entries: [front, { ...front, hidden: 2 }, front] }, front, front),
    ).toMatchObject({ lost: 4, views: { length: 2 } })
  })

  it('are read to their last byte, cut anywhere they are counted', () => {
    const bytes = writeViewpoints([front, plan], version)
    for (let length = 4; length < bytes.length; length += 4) {
      const { lost, views } = parseViewpoints(bytes.subarray(0, length), form)
      expect(lost + views.length).toBeGreaterThanOrEqual(1)
      expect(lost).toBeGreaterThan(0)
    }
    expect(parseViewpoints(Buffer.concat([bytes, Buffer.from('more words')]), form).lost).toBe(1)
  })

  it('may be none', () => {
    expect(parse()).toMatchObject({ views: [], lost: 0 })
    expect(parseViewpoints(new Uint8Array(), form)).toMatchObject({ views: [], lost: 0 })
  })

  it('one without a name is how the document was looked at last', () => {
    expect(parseCurrentView(writeCurrentView(front, version), form)).toMatchObject({ eye: [1, -8, 2] })
    expect(parseCurrentView(writeCurrentView(front, version).subarray(0, -8), form)).toBeNull()
  })
})
