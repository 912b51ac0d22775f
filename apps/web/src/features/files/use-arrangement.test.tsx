import { act, cleanup, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
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

test('begins as a list by date, newest first, with everything shown', () => {
  expect(start().view()).toMatchObject({
    mode: 'list',
    sortKey: 'date',
    ascending: false,
    type: 'all',
    search: '',
    pinnedId: null,
  })
})

test('the same key again turns the direction', () => {
  const files = start()
  files.do(({ sortBy }) => sortBy('date'))
  expect(files.view().ascending).toBe(true)
  files.do(({ sortBy }) => sortBy('date'))
  expect(files.view().ascending).toBe(false)
})

test.each([
  ['name', true],
  ['size', false],
] as const)('%s begins with the direction people expect of it', (key, ascending) => {
  const files = start()
  files.do(({ sortBy }) => sortBy(key))
  expect(files.view()).toMatchObject({ sortKey: key, ascending })
})

test('a new file is shown on top whatever was searched for, until another order is chosen', () => {
  const files = start()
  files.do(({ setSearch }) => setSearch('tower'))
  files.do(({ setType }) => setType('.dwg'))
  files.do(({ pin }) => pin('new'))
  expect(files.view()).toMatchObject({ pinnedId: 'new', search: '', type: 'all' })
  files.do(({ setAscending }) => setAscending(true))
  expect(files.view()).toMatchObject({ pinnedId: null, ascending: true })
})

test('showing all takes search and type back and keeps the order', () => {
  const files = start()
  files.do(({ sortBy }) => sortBy('size'))
  files.do(({ setSearch }) => setSearch('tower'))
  files.do(({ showAll }) => showAll())
  expect(files.view()).toMatchObject({ search: '', type: 'all', sortKey: 'size' })
})

test('list or grid is remembered on the device', () => {
  const files = start()
  files.do(({ setMode }) => setMode('grid'))
  expect(files.view().mode).toBe('grid')
  expect(start().view().mode).toBe('grid')
})

test('a remembered mode that does not exist is the list', () => {
  localStorage.setItem('fileView', 'carousel')
  expect(start().view().mode).toBe('list')
})

test('the address keeps what is shown, and nothing that is as usual', () => {
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

test('an address brings back what it kept', () => {
  expect(start('/home?search=tower&type=.ifc&sort=size&order=asc&view=grid').view()).toMatchObject({
    search: 'tower',
    type: '.ifc',
    sortKey: 'size',
    ascending: true,
    mode: 'grid',
  })
})

test('an address that makes no sense shows everything as usual', () => {
  expect(start('/home?type=%27&sort=colour&order=up&view=cloud').view()).toMatchObject({
    type: 'all',
    sortKey: 'date',
    ascending: false,
    mode: 'list',
  })
})
