import type { FileRecord } from '@kamar/contracts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fileRecord } from '../../testing/records.js'
import { type MatchingFiles, useFileSelection } from './use-file-selection.js'

afterEach(cleanup)

const files = ['a', 'b', 'c', 'd', 'e'].map((id) => fileRecord({ id }))

interface Lists {
  readonly files: readonly FileRecord[] | undefined
  readonly visible: readonly FileRecord[]
}

function select(lists: Lists = { files, visible: files }) {
  const hook = renderHook((props: Lists) => useFileSelection(props.files, props.visible), { initialProps: lists })
  return {
    selected: () => hook.result.current.selected?.id ?? null,
    checked: () => [...hook.result.current.checked].sort().join(''),
    show: (next: readonly FileRecord[], all = next) => hook.rerender({ files: all, visible: next }),
    do: (action: (selection: ReturnType<typeof useFileSelection>) => void) => act(() => action(hook.result.current)),
  }
}

describe('the previewed file', () => {
  test('is the first one when nobody chose one', () => {
    expect(select().selected()).toBe('a')
  })

  test('is none while there are no files', () => {
    expect(select({ files: undefined, visible: [] }).selected()).toBeNull()
  })

  test('is the chosen one, wherever it moves', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('c'))
    expect(selection.selected()).toBe('c')
    selection.show(files.toReversed())
    expect(selection.selected()).toBe('c')
  })

  test('stays when a search hides its row', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('c'))
    selection.show(files.slice(0, 1), files)
    expect(selection.selected()).toBe('c')
  })

  test('is the one that moved up when the chosen one is deleted', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('c'))
    selection.show(files.filter(({ id }) => id !== 'c'))
    expect(selection.selected()).toBe('d')
  })

  test('is the new last one when the last was deleted', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('e'))
    selection.show(files.slice(0, 4))
    expect(selection.selected()).toBe('d')
  })

  test('an uploaded file may be chosen before the list holds it', () => {
    const selection = select()
    const uploaded = fileRecord({ id: 'new' })
    selection.do(({ select: choose }) => choose('new'))
    selection.show([uploaded, ...files])
    expect(selection.selected()).toBe('new')
  })
})

describe('checked files', () => {
  test('are checked and unchecked one by one', () => {
    const selection = select()
    selection.do(({ toggle }) => toggle('b', false))
    selection.do(({ toggle }) => toggle('d', false))
    expect(selection.checked()).toBe('bd')
    selection.do(({ toggle }) => toggle('b', false))
    expect(selection.checked()).toBe('d')
  })

  test.each([
    ['b', 'd', 'bcd'],
    ['d', 'b', 'bcd'],
    ['e', 'e', ''],
  ])('Shift from %s to %s checks everything between', (from, to, checked) => {
    const selection = select()
    selection.do(({ toggle }) => toggle(from, false))
    selection.do(({ toggle }) => toggle(to, true))
    expect(selection.checked()).toBe(checked)
  })

  test('Shift without a file checked before checks that one alone', () => {
    const selection = select()
    selection.do(({ toggle }) => toggle('d', true))
    expect(selection.checked()).toBe('d')
  })

  test('Shift from a file that a search hides checks the pressed one alone', () => {
    const selection = select()
    selection.do(({ toggle }) => toggle('a', false))
    selection.show(files.slice(2), files)
    selection.do(({ toggle }) => toggle('d', true))
    expect(selection.checked()).toBe('ad')
  })

  test('all means all that are shown', () => {
    const selection = select({ files, visible: files.slice(0, 2) })
    selection.do(({ checkAll }) => checkAll(true))
    expect(selection.checked()).toBe('ab')
    selection.do(({ checkAll }) => checkAll(false))
    expect(selection.checked()).toBe('')
  })

  test('drop out when they are gone, and are no longer counted', () => {
    const selection = select()
    selection.do(({ checkAll }) => checkAll(true))
    selection.show(files.slice(0, 2))
    expect(selection.checked()).toBe('ab')
    selection.do(({ clear }) => clear())
    expect(selection.checked()).toBe('')
  })
})

describe('a range', () => {
  test('reaches from the chosen file to the one asked for, either way', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('c'))
    selection.do(({ extendTo }) => extendTo('e'))
    expect([selection.checked(), selection.selected()]).toEqual(['cde', 'e'])
    selection.do(({ extendTo }) => extendTo('a'))
    expect([selection.checked(), selection.selected()]).toEqual(['abc', 'a'])
  })

  test('begins at the first file when nothing was chosen, and anew where one goes next', () => {
    const selection = select()
    selection.do(({ extendTo }) => extendTo('b'))
    expect(selection.checked()).toBe('ab')
    selection.do(({ select: choose }) => choose('d'))
    selection.do(({ extendTo }) => extendTo('e'))
    expect(selection.checked()).toBe('de')
  })
})

describe('everything that matches', () => {
  const counted = (matching: number, filter = 'all') => {
    const hook = renderHook((props: MatchingFiles) => useFileSelection(files, files.slice(0, 3), props), {
      initialProps: { matching, filter },
    })
    return {
      selection: () => hook.result.current,
      show: (next: MatchingFiles) => hook.rerender(next),
      do: (action: (selection: ReturnType<typeof useFileSelection>) => void) => act(() => action(hook.result.current)),
    }
  }

  test('is checked where more match than are loaded, but for those that are unchecked', () => {
    const list = counted(1000)
    list.do(({ checkAll }) => checkAll(true))
    expect([list.selection().count, [...list.selection().checked]]).toEqual([1000, ['a', 'b', 'c']])
    list.do(({ toggle }) => toggle('b', false))
    expect([list.selection().count, list.selection().everything]).toEqual([999, { except: ['b'] }])
    list.do(({ toggle }) => toggle('b', false))
    expect(list.selection().everything).toEqual({ except: [] })
  })

  test('is what is loaded where that is all', () => {
    const list = counted(3)
    list.do(({ checkAll }) => checkAll(true))
    expect([list.selection().count, list.selection().everything]).toEqual([3, null])
  })

  test('ends with another filter, a range, and by clearing', () => {
    const list = counted(1000)
    list.do(({ checkAll }) => checkAll(true))
    list.show({ matching: 900, filter: 'dwg' })
    expect(list.selection().everything).toBeNull()
    list.do(({ checkAll }) => checkAll(true))
    list.do(({ extendTo }) => extendTo('b'))
    expect([list.selection().count, list.selection().everything]).toEqual([2, null])
    list.do(({ checkAll }) => checkAll(true))
    list.do(({ clear }) => clear())
    expect([list.selection().count, list.selection().everything]).toEqual([0, null])
  })
})
