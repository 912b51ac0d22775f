import type { ModelFrame, SheetView } from '@kamar/viewer'
import { describe, expect, test, vi } from 'vitest'
import { movedFrame } from '../../../../testing/moved-frame.js'
import { testManifestSheet, testSheetSession } from '../../../../testing/test-sheet-session.js'
import { houseTree } from '../../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../../testing/test-viewer.js'
import { fileFrame } from '../../../session/models/file-frame.js'
import { newTopicAt, newTopicOnSheet } from './new-topic-at.js'

const origin = [1000, 2000, 30] as const
const tree = houseTree()
const pick = { element: 4, instance: 0, point: [1, 2, 3], normal: [1, 0, 0], distance: 1 } as const

/**
 * Opens a viewer with the file's model at that placement; null if it was not moved and the federation engine is not
 * loaded.
 */
async function openHouse(frame: ModelFrame | null) {
  const { viewer, finishLoad } = testViewer({ tree })
  const loading = viewer.load({ manifestUrl: '/m' })
  finishLoad(testManifest({ origin }))
  await loading
  const models = { findFrame: (key: string) => (key === 'file-1' ? frame : null) }
  return Object.assign(viewer, { getExtension: (id: string) => (id === 'kamar.models' && frame ? models : null) })
}

describe('new topic', () => {
  test('is stored in file coordinates', async () => {
    const viewer = await openHouse(null)
    const target = newTopicAt(pick, { viewer, tree, fileId: 'file-1' })
    expect(target.anchor).toMatchObject({ point: [1001, 2002, 33], normal: [1, 0, 0] })
    expect(newTopicAt(null, { viewer, tree, fileId: 'file-1' })).toEqual({ anchor: null })
    expect(newTopicAt(pick, { viewer: testViewer().viewer, tree, fileId: 'file-1' })).toEqual({ anchor: null })
  })

  test('keeps its point on a moved model, also alone and in another set', async () => {
    const rotatedViewer = await openHouse(movedFrame(origin, [10, 0, 0]))
    const { anchor } = newTopicAt(pick, { viewer: rotatedViewer, tree, fileId: 'file-1' })
    // Rotated a quarter turn to the left and moved ten metres: the view position 1, 2 is 2 m along x and 9 m along y in
    // the file.
    expect(anchor).toMatchObject({ point: [1002, 2009, 33], normal: [0, -1, 0] })
    const point = anchor?.point ?? [0, 0, 0]
    expect(fileFrame(rotatedViewer, 'file-1')?.pointToView(point)).toEqual(pick.point)
    expect(fileFrame(await openHouse(null), 'file-1')?.pointToView(point)).toEqual([2, 9, 3])
    const movedHouse = await openHouse(movedFrame(origin, [0, 0, 100]))
    expect(fileFrame(movedHouse, 'file-1')?.pointToView(point)).toEqual([-9, 2, 103])
  })

  test('is stored in file coordinates when the model of its file is not loaded', async () => {
    const viewer = await openHouse(movedFrame(origin, [10, 0, 0]))
    expect(newTopicAt(pick, { viewer, tree, fileId: 'file-9' }).anchor).toMatchObject({ point: [1001, 2002, 33] })
  })
})

describe('new topic on a sheet', () => {
  const { drawing } = testSheetSession({ drawing: { sheets: [testManifestSheet('A1'), testManifestSheet('A2')] } })
  const target = { sheet: 0, entity: 4, point: [12, 34], isVertex: true } as const
  const fetchEntityInfo = vi.fn(() =>
    Promise.resolve({ sheet: 0, entity: 4, handle: '2A', type: 'LINE', name: '', layer: 'Walls', sets: [] }),
  )
  const view = { fetchEntityInfo } as unknown as SheetView

  test('anchors the topic at the object on the displayed sheet, even if it is visible through a viewport', async () => {
    expect(await newTopicOnSheet({ sheet: 1, point: [10, 30], pick: target }, { drawing, view })).toEqual({
      anchor: { point: [12, 34, 0], normal: null, sourceId: '2A', sheet: { name: 'A2', index: 1 } },
      elementName: 'LINE · Walls',
    })
  })

  test('anchors the topic at the point where there is no object, or its data cannot be fetched', async () => {
    const anchor = { normal: null, sourceId: null, sheet: { name: 'A1', index: 0 } }
    expect(await newTopicOnSheet({ sheet: 0, point: [10, 30], pick: null }, { drawing, view })).toEqual({
      anchor: { ...anchor, point: [10, 30, 0] },
    })
    fetchEntityInfo.mockRejectedValueOnce(new Error('offline'))
    expect(await newTopicOnSheet({ sheet: 0, point: [10, 30], pick: target }, { drawing, view })).toEqual({
      anchor: { ...anchor, point: [12, 34, 0] },
    })
  })
})
