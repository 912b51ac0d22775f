import type { BcfViewpoint } from '@kamar/bcf'
import { collaborationLimits as limits } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { toBcfView, toViewState } from './bcf-elements.js'
import type { ViewState } from '../viewpoint-rows.js'

const globalId = '2O2Fr$t4X7Zf8NOew3FNr2'
const state: ViewState = {
  camera: {
    kind: 'orthographic',
    eye: [1, 2, 3],
    direction: [0, 0, -1],
    up: [0, 1, 0],
    aspectRatio: 2,
    heightMetres: 30,
  },
  sections: [{ point: [0, 0, 1], direction: [0, 0, 1] }],
  visibility: { defaultVisible: false, exceptions: [globalId, 'handle 1F'] },
  selection: ['handle 1F'],
  colouring: [
    { colour: '#ff8800', elements: [globalId] },
    { colour: '#11223344', elements: ['handle 1F'] },
    { colour: '#ffffff', elements: [] },
  ],
  shown: { spaces: true, spaceBoundaries: false, openings: true },
}
const toViewpoint = (of: ViewState): BcfViewpoint => ({ guid: 'g', snapshot: null, ...toBcfView(of) })

describe('BCF viewpoint conversion', () => {
  it('identifies IFC elements by GlobalId and others by authoring tool id', () => {
    expect(toBcfView(state)).toMatchObject({
      selection: [{ originatingSystem: 'Kamar', authoringToolId: 'handle 1F' }],
      visibility: { defaultVisible: false, exceptions: [{ ifcGuid: globalId }, {}], spaces: true, openings: true },
      clippingPlanes: state.sections,
    })
  })

  it('writes colours with alpha first and omits a colour without elements', () => {
    expect(toBcfView(state).colouring.map(({ colour }) => colour)).toEqual(['FF8800', '44112233'])
  })

  it('preserves a view state in both directions', () => {
    const { references, ...again } = toViewState(toViewpoint(state)) ?? {}
    expect(again).toEqual({ ...state, colouring: state.colouring.slice(0, 2) })
    expect(Object.keys(references ?? {})).toEqual(['handle 1F'])
  })

  it('preserves the originating system and authoring tool id of an element', () => {
    const component = { ifcGuid: globalId, originatingSystem: 'Revit', authoringToolId: '4711' }
    const roundTrip = toViewState({ ...toViewpoint(state), selection: [component] })
    expect(roundTrip?.selection).toEqual([globalId])
    expect(roundTrip && toBcfView(roundTrip).selection).toEqual([component])
  })

  it('accepts a viewpoint without aspect ratio, camera or identifiable elements', () => {
    const plain = toViewpoint({
      ...state,
      visibility: { defaultVisible: true, exceptions: [] },
      selection: [],
      colouring: [],
    })
    const camera = plain.camera && { ...plain.camera, aspectRatio: null }
    expect(toViewState({ ...plain, camera })).toMatchObject({ camera: { aspectRatio: 16 / 9 } })
    expect(toViewState({ ...plain, camera: null })).toMatchObject({ camera: null, selection: [] })
    expect(toViewState({ ...plain, selection: [{ originatingSystem: 'Nobody’s' }] })).toMatchObject({ selection: [] })
  })

  it.each<[string, Partial<BcfViewpoint>]>([
    [
      'too many elements',
      {
        selection: Array.from({ length: limits.elementsPerViewpoint + 1 }, (_, index) => ({
          authoringToolId: `${index}`,
        })),
      },
    ],
    ['an oversized id', { selection: [{ authoringToolId: 'x'.repeat(limits.sourceIdCharacters + 1) }] }],
    [
      'too many clipping planes',
      { clippingPlanes: Array.from({ length: 21 }, () => ({ point: [0, 0, 0], direction: [0, 0, 1] }) as const) },
    ],
    ['an out-of-range position', { clippingPlanes: [{ point: [1e12, 0, 0], direction: [0, 0, 1] }] }],
  ])('rejects a viewpoint with %s', (_, part) => {
    expect(toViewState({ ...toViewpoint(state), ...part })).toBeNull()
  })
})
