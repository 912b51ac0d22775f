import type { FileRecord } from '@kamar/contracts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fileRecord } from '../../../testing/records.js'
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

describe('previewed file', () => {
  test('is the first file by default', () => {
    expect(select().selected()).toBe('a')
  })

  test('is null without files', () => {
    expect(select({ files: undefined, visible: [] }).selected()).toBeNull()
  })

  test('is the chosen file, also after reordering', () => {
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

  test('is the next file after the chosen one was deleted', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('c'))
    selection.show(files.filter(({ id }) => id !== 'c'))
    expect(selection.selected()).toBe('d')
  })

  test('is the new last file after the last one was deleted', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('e'))
    selection.show(files.slice(0, 4))
    expect(selection.selected()).toBe('d')
  })

  test('can be an uploaded file that is not listed yet', () => {
    const selection = select()
    const uploaded = fileRecord({ id: 'new' })
    selection.do(({ select: choose }) => choose('new'))
    selection.show([uploaded, ...files])
    expect(selection.selected()).toBe('new')
  })
})

describe('checked files', () => {
  test('are toggled one by one', () => {
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
  ])('change from %s to %s by Shift', (from, to, checked) => {
    const selection = select()
    selection.do(({ toggle }) => toggle(from, false))
    selection.do(({ toggle }) => toggle(to, true))
    expect(selection.checked()).toBe(checked)
  })

  test('include only the clicked file by Shift without an anchor', () => {
    const selection = select()
    selection.do(({ toggle }) => toggle('d', true))
    expect(selection.checked()).toBe('d')
  })

  test('include only the clicked file by Shift when the anchor is filtered out', () => {
    const selection = select()
    selection.do(({ toggle }) => toggle('a', false))
    selection.show(files.slice(2), files)
    selection.do(({ toggle }) => toggle('d', true))
    expect(selection.checked()).toBe('ad')
  })

  test('include all shown files by Select all', () => {
    const selection = select({ files, visible: files.slice(0, 2) })
    selection.do(({ checkAll }) => checkAll(true))
    expect(selection.checked()).toBe('ab')
    selection.do(({ checkAll }) => checkAll(false))
    expect(selection.checked()).toBe('')
  })

  test('exclude files that are gone', () => {
    const selection = select()
    selection.do(({ checkAll }) => checkAll(true))
    selection.show(files.slice(0, 2))
    expect(selection.checked()).toBe('ab')
    selection.do(({ clear }) => clear())
    expect(selection.checked()).toBe('')
  })
})

describe('range selection', () => {
  test('extends from the chosen file in both directions', () => {
    const selection = select()
    selection.do(({ select: choose }) => choose('c'))
    selection.do(({ extendTo }) => extendTo('e'))
    expect([selection.checked(), selection.selected()]).toEqual(['cde', 'e'])
    selection.do(({ extendTo }) => extendTo('a'))
    expect([selection.checked(), selection.selected()]).toEqual(['abc', 'a'])
  })

  test('starts at the first file by default, and again at the next chosen file', () => {
    const selection = select()
    selection.do(({ extendTo }) => extendTo('b'))
    expect(selection.checked()).toBe('ab')
    selection.do(({ select: choose }) => choose('d'))
    selection.do(({ extendTo }) => extendTo('e'))
    expect(selection.checked()).toBe('de')
  })
})

describe('selection of all matching files', () => {
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

  test('includes files that are not loaded, except unchecked ones', () => {
    const list = counted(1000)
    list.do(({ checkAll }) => checkAll(true))
    expect([list.selection().count, [...list.selection().checked]]).toEqual([1000, ['a', 'b', 'c']])
    list.do(({ toggle }) => toggle('b', false))
    expect([list.selection().count, list.selection().allFiles]).toEqual([999, { except: ['b'] }])
    list.do(({ toggle }) => toggle('b', false))
    expect(list.selection().allFiles).toEqual({ except: [] })
  })

  test('is a plain selection when all matching files are loaded', () => {
    const list = counted(3)
    list.do(({ checkAll }) => checkAll(true))
    expect([list.selection().count, list.selection().allFiles]).toEqual([3, null])
  })

  test('ends with another filter, a range or clearing', () => {
    const list = counted(1000)
    list.do(({ checkAll }) => checkAll(true))
    list.show({ matching: 900, filter: 'dwg' })
    expect(list.selection().allFiles).toBeNull()
    list.do(({ checkAll }) => checkAll(true))
    list.do(({ extendTo }) => extendTo('b'))
    expect([list.selection().count, list.selection().allFiles]).toEqual([2, null])
    list.do(({ checkAll }) => checkAll(true))
    list.do(({ clear }) => clear())
    expect([list.selection().count, list.selection().allFiles]).toEqual([0, null])
  })
})
