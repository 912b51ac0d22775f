import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUpPage } from '../testing/clean-up.js'
import { desktop, layOut } from '../testing/render-app.js'
import { maxListPixels, useVirtualRows, type VirtualRows } from './use-virtual-rows.js'

const rowPixels = 28
const pageRows = Math.ceil(desktop.height / rowPixels)

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

function renderList(count: number, pinnedRow = -1) {
  const current: { list: VirtualRows | null } = { list: null }
  function List() {
    const scroller = useRef<HTMLDivElement>(null)
    const list = useVirtualRows({ count, scroller, rowPixels, overscan: 3, pinnedRow })
    current.list = list
    return (
      <div ref={scroller} data-testid="scroller">
        {list.getVirtualItems().map(({ index, key, start }) => (
          <p key={key} data-start={start}>
            {index}
          </p>
        ))}
      </div>
    )
  }
  render(<List />)
  const scroller = screen.getByTestId('scroller')
  const scrollTo = (top: number): void => {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
  }
  scroller.scrollTo = ((options: ScrollToOptions) => scrollTo(options.top ?? 0)) as typeof scroller.scrollTo
  const rows = () => [...scroller.querySelectorAll('p')]
  const list = (): VirtualRows => {
    if (current.list === null) throw new Error('the list was not rendered')
    return current.list
  }
  return {
    list,
    scroller,
    scrollTo,
    indexes: () => rows().map((row) => Number(row.textContent)),
    starts: () => rows().map((row) => Number(row.dataset['start'])),
  }
}

test('a list renders the rows on screen and some beyond its edges, each at its place', () => {
  const { list, indexes, starts, scrollTo } = renderList(1000)
  expect(list().getTotalSize()).toBe(1000 * rowPixels)
  expect(indexes()).toEqual(Array.from({ length: pageRows + 3 }, (_, index) => index))
  scrollTo(100 * rowPixels)
  expect(indexes()[0]).toBe(97)
  expect(starts()[0]).toBe(97 * rowPixels)
})

test('a list of two million rows is as high as browsers allow, and reaches its last row', () => {
  const count = 2_000_000
  const { list, indexes, starts, scrollTo } = renderList(count)
  expect(list().getTotalSize()).toBe(maxListPixels)
  scrollTo(maxListPixels - desktop.height)
  expect(indexes().at(-1)).toBe(count - 1)
  expect(starts().at(-1)).toBe(maxListPixels - rowPixels)
  scrollTo((maxListPixels - desktop.height) / 2)
  expect(Math.abs((indexes()[0] ?? 0) - count / 2)).toBeLessThan(pageRows)
})

test.each([1000, 2_000_000])('a row is scrolled to its place in a list of %d rows', (count) => {
  const { list, indexes, starts, scroller } = renderList(count)
  for (const index of [0, 700, count - 1, Math.floor(count / 3)]) {
    list().scrollToIndex(index, { align: 'center' })
    expect(indexes()).toContain(index)
    const start = (starts()[indexes().indexOf(index)] ?? 0) - scroller.scrollTop
    expect(start).toBeGreaterThanOrEqual(-1)
    expect(start).toBeLessThanOrEqual(desktop.height - rowPixels + 1)
    const before = scroller.scrollTop
    list().scrollToIndex(index)
    expect(scroller.scrollTop).toBe(before)
  }
})

test('a pinned row far away is rendered without making the list longer', () => {
  const { indexes, starts } = renderList(2_000_000, 1_900_000)
  expect(indexes().at(-1)).toBe(1_900_000)
  expect(starts().at(-1)).toBeLessThan(maxListPixels)
})
