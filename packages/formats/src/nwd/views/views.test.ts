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

describe.each(forms)('NWD viewpoints of file version %i', (version, form) => {
  const parse = (...entries: WrittenEntry[]) => parseViewpoints(writeViewpoints(entries, version), form)

  it('are read with their name, camera and folder path', () => {
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

  it.each([0x5, 0x20d, 0xd, 0x375, 0xb77, 0xb7f, 0xf7d, 0x34f])('contain only the fields of the flags %x', (flags) => {
    expect(parse({ ...front, flags }, plan)).toMatchObject({ lost: 0, views: { length: 2 } })
  })

  it('keep the camera of a sectioned view and count the missing section', () => {
    expect(parse({ ...front, section: 3 }, plan)).toMatchObject({ lost: 0, cut: 1, views: { length: 2 } })
  })

  it('skip animations', () => {
    expect(parse({ name: 'Round', frames: [front, plan, front] }, plan)).toMatchObject({
      animations: 1,
      lost: 0,
      views: [{ name: 'Plan' }],
    })
  })

  it.each<[string, WrittenViewpoint]>([
    ['an unknown flag bit', { ...front, flags: 0x8b7d }],
    ['an unknown combination of tools', { ...front, flags: 0x4d }],
    ['hidden elements', { ...front, hidden: 1 }],
    ['an unknown projection', { ...front, projection: 2 as 1 }],
    ['no rotation', { ...front, rotation: [0, 0, 0, 0] }],
    ['zero height', { ...front, height: 0 }],
    ['a negative angle', { ...front, height: 4 }],
    ['no position', { ...front, eye: [Number.NaN, 0, 0] }],
  ])('stop at a viewpoint with %s and count the rest as lost', (_, changes) => {
    const result = parse(plan, changes, front, front)
    expect(result.views.map(({ name }) => name)).toEqual(['Plan'])
    expect(result.lost).toBe(3)
  })

  it('count the rest as lost after an unreadable one in a folder', () => {
    expect(
      parse(plan, { name: 'Folder', entries: [front, { ...front, hidden: 2 }, front] }, front, front),
    ).toMatchObject({ lost: 4, views: { length: 2 } })
  })

  it('are parsed to their last byte, and counted as lost when truncated', () => {
    const bytes = writeViewpoints([front, plan], version)
    for (let length = 4; length < bytes.length; length += 4) {
      const { lost, views } = parseViewpoints(bytes.subarray(0, length), form)
      expect(lost + views.length).toBeGreaterThanOrEqual(1)
      expect(lost).toBeGreaterThan(0)
    }
    expect(parseViewpoints(Buffer.concat([bytes, Buffer.from('more words')]), form).lost).toBe(1)
  })

  it('are empty for an empty list and an empty record', () => {
    expect(parse()).toMatchObject({ views: [], lost: 0 })
    expect(parseViewpoints(new Uint8Array(), form)).toMatchObject({ views: [], lost: 0 })
  })

  it('include the current view, or null when it is truncated', () => {
    expect(parseCurrentView(writeCurrentView(front, version), form)).toMatchObject({ eye: [1, -8, 2] })
    expect(parseCurrentView(writeCurrentView(front, version).subarray(0, -8), form)).toBeNull()
  })
})
