import { act, cleanup, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { readFileOrder } from '../../platform/files/file-order.js'
import { useFileView } from './use-arrangement.js'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function LocationProbe({ onSearch }: { onSearch: (search: string) => void }) {
  onSearch(useLocation().search)
  return null
}

function start(address = '/home') {
  const router = { search: '' }
  const { result } = renderHook(useFileView, {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={[address]}>
        <LocationProbe onSearch={(search) => (router.search = search)} />
        {children}
      </MemoryRouter>
    ),
  })
  return {
    search: () => router.search,
    view: () => result.current,
    do: (action: (view: ReturnType<typeof useFileView>) => void) => act(() => action(result.current)),
  }
}

test('file view starts as a list by date, newest first, without filters', () => {
  expect(start().view()).toMatchObject({
    mode: 'list',
    sortKey: 'date',
    ascending: false,
    type: 'all',
    search: '',
    pinnedId: null,
  })
})

test('file view reverses the direction for the same sort key', () => {
  const files = start()
  files.do(({ sortBy }) => sortBy('date'))
  expect(files.view().ascending).toBe(true)
  files.do(({ sortBy }) => sortBy('date'))
  expect(files.view().ascending).toBe(false)
})

test.each([
  ['name', true],
  ['size', false],
] as const)('file view sorts by %s in its default direction', (key, ascending) => {
  const files = start()
  files.do(({ sortBy }) => sortBy(key))
  expect(files.view()).toMatchObject({ sortKey: key, ascending })
})

test('file view stores its order for the other lists of files', () => {
  const files = start('/home?sort=name')
  expect(readFileOrder()).toEqual({ sortKey: 'name', ascending: true })
  files.do(({ sortBy }) => sortBy('size'))
  expect(readFileOrder()).toEqual({ sortKey: 'size', ascending: false })
})

test('file view pins a new file and clears the filters until the order changes', () => {
  const files = start()
  files.do(({ setSearch }) => setSearch('tower'))
  files.do(({ setType }) => setType('.dwg'))
  files.do(({ pin }) => pin('new'))
  expect(files.view()).toMatchObject({ pinnedId: 'new', search: '', type: 'all' })
  files.do(({ setAscending }) => setAscending(true))
  expect(files.view()).toMatchObject({ pinnedId: null, ascending: true })
})

test('file view clears search and type and keeps the sort key when all files are shown', () => {
  const files = start()
  files.do(({ sortBy }) => sortBy('size'))
  files.do(({ setSearch }) => setSearch('tower'))
  files.do(({ showAll }) => showAll())
  expect(files.view()).toMatchObject({ search: '', type: 'all', sortKey: 'size' })
})

test('file view stores list or grid on the device', () => {
  const files = start()
  files.do(({ setMode }) => setMode('grid'))
  expect(files.view().mode).toBe('grid')
  expect(start().view().mode).toBe('grid')
})

test('file view falls back to the list for an unknown stored mode', () => {
  localStorage.setItem('fileView', 'carousel')
  expect(start().view().mode).toBe('list')
})

test('file view writes only non-default settings to the URL', () => {
  const files = start()
  expect(files.search()).toBe('')
  files.do(({ setSearch }) => setSearch('tower 2'))
  files.do(({ setType }) => setType('.ifc'))
  files.do(({ sortBy }) => sortBy('name'))
  files.do(({ setMode }) => setMode('grid'))
  expect(new URLSearchParams(files.search())).toEqual(new URLSearchParams('search=tower+2&type=.ifc&sort=name'))
  files.do(({ setAscending }) => setAscending(false))
  expect(new URLSearchParams(files.search()).get('order')).toBe('desc')
  files.do(({ showAll }) => showAll())
  files.do(({ sortBy }) => sortBy('date'))
  expect(files.search()).toBe('')
})

test('file view restores its settings from the URL', () => {
  expect(start('/home?search=tower&type=.ifc&sort=size&order=asc&view=grid').view()).toMatchObject({
    search: 'tower',
    type: '.ifc',
    sortKey: 'size',
    ascending: true,
    mode: 'grid',
  })
})

test('file view ignores invalid settings in the URL', () => {
  expect(start('/home?type=%27&sort=colour&order=up&view=cloud').view()).toMatchObject({
    type: 'all',
    sortKey: 'date',
    ascending: false,
    mode: 'list',
  })
})
