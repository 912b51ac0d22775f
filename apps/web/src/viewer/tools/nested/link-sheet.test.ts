import type { SheetEvents, SheetPick, SheetView } from '@kamar/viewer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { houseTree, testTree } from '../../../testing/test-tree.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { linkSheet } from './link-sheet.js'

const [wall, door, slab] = [4, 5, 6]
const handles = ['id-wall', 'id-door', 'of-no-element']
const startView = { eye: [10, -20, 30], target: [0, 0, 5], projection: 'perspective' }

/**
 * Returns a stub of the sheet view: its entities have the handles above, and it emits selections as the real view does.
 */
function testSheet() {
  const listeners = new Map<string, Set<(data: never) => void>>()
  const shownNames: string[] = []
  const emit = <Name extends keyof SheetEvents>(name: Name, data: SheetEvents[Name]): void =>
    listeners.get(name)?.forEach((listener) => listener(data as never))
  const sheet = {
    selected: null as SheetPick | null,
    on(name: string, listener: (data: never) => void) {
      const registered = listeners.get(name) ?? new Set()
      listeners.set(name, registered.add(listener))
      return () => registered.delete(listener)
    },
    fetchEntityInfo: ({ entity }: SheetPick) => Promise.resolve({ handle: handles[entity] ?? '' }),
    inModel: ([x, y]: readonly [number, number]) => (x < 0 ? null : [x, y, 0]),
    selectHandle(handle: string) {
      shownNames.push(handle)
      if (handles.includes(handle)) selectEntity(handles.indexOf(handle))
      return Promise.resolve(handles.includes(handle))
    },
  }
  const selectEntity = (entity: number | null): void => {
    sheet.selected = entity === null ? null : { sheet: 0, entity, point: [1, 2], isVertex: false }
    emit('selectionChanged', { pick: sheet.selected })
  }
  return { view: sheet as unknown as SheetView, shownNames, selectEntity, emit }
}

let sheet: ReturnType<typeof testSheet>
let engine: ReturnType<typeof testViewer>
const setView = vi.fn()
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const selected = (): readonly number[] => engine.viewer.selection.elements

beforeEach(() => {
  sheet = testSheet()
  engine = testViewer()
  setView.mockClear()
  Object.assign(engine.viewer.camera, { view: startView, setView })
})
afterEach(cleanUpPage)

describe('linkSheet', () => {
  test('shows the last selected model element in the sheet, once', async () => {
    linkSheet(engine.viewer, houseTree(), sheet.view)
    engine.viewer.selection.set([door, wall])
    await nextTask()
    expect(sheet.shownNames).toEqual(['id-wall'])
    expect(selected()).toEqual([door, wall])
    engine.viewer.selection.set([slab])
    engine.viewer.selection.clear()
    expect(sheet.shownNames).toEqual(['id-wall'])
  })

  test('selects the clicked entity in the model without moving the sheet', async () => {
    linkSheet(engine.viewer, houseTree(), sheet.view)
    sheet.selectEntity(1)
    await nextTask()
    expect(selected()).toEqual([door])
    expect(sheet.shownNames).toEqual([])
    sheet.selectEntity(2)
    await nextTask()
    expect(selected()).toEqual([door])
  })

  test('selects an entity again after it was deselected on either side', async () => {
    linkSheet(engine.viewer, houseTree(), sheet.view)
    sheet.selectEntity(1)
    await nextTask()
    engine.viewer.selection.clear()
    sheet.selectEntity(null)
    sheet.selectEntity(1)
    await nextTask()
    expect(selected()).toEqual([door])
    sheet.selectEntity(2)
    engine.viewer.selection.set([door])
    expect(sheet.shownNames).toEqual(['id-door'])
  })

  test('keeps the selected element when others share its source id', async () => {
    const twins = testTree([
      { name: 'one', id: 'id-wall' },
      { name: 'other', id: 'id-wall' },
    ])
    linkSheet(engine.viewer, twins, sheet.view)
    engine.viewer.selection.set([0])
    await nextTask()
    expect(selected()).toEqual([0])
  })

  test('ignores a click that a later one supersedes', async () => {
    linkSheet(engine.viewer, houseTree(), sheet.view)
    const selections: (readonly number[])[] = []
    engine.viewer.on('selectionChanged', ({ elements }) => selections.push(elements))
    sheet.selectEntity(0)
    sheet.selectEntity(1)
    await nextTask()
    expect(selections).toEqual([[door]])
  })

  test('shows the current selection when a sheet opens', () => {
    engine.viewer.selection.set([wall])
    linkSheet(engine.viewer, houseTree(), sheet.view)
    expect(sheet.shownNames).toEqual([])
    sheet.emit('sheetOpened', { sheet: 1 } as SheetEvents['sheetOpened'])
    expect(sheet.shownNames).toEqual(['id-wall'])
  })

  test('moves the camera over the clicked point at the same height where the sheet maps to the model', () => {
    linkSheet(engine.viewer, null, sheet.view)
    sheet.emit('clicked', { sheet: 0, point: [-1, 2] })
    expect(setView).not.toHaveBeenCalled()
    sheet.emit('clicked', { sheet: 0, point: [3, 4] })
    expect(setView).toHaveBeenCalledExactlyOnceWith({ ...startView, eye: [13, -16, 30], target: [3, 4, 5] })
  })

  test('does nothing without a tree or after unlinking', async () => {
    linkSheet(engine.viewer, null, sheet.view)()
    const end = linkSheet(engine.viewer, houseTree(), sheet.view)
    end()
    engine.viewer.selection.set([wall])
    sheet.selectEntity(1)
    sheet.emit('clicked', { sheet: 0, point: [3, 4] })
    await nextTask()
    expect([selected(), sheet.shownNames, setView.mock.calls]).toEqual([[wall], [], []])
  })
})
