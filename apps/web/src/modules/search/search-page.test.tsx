import type { SearchHit, SearchPage } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { projectRecord } from '../../testing/test-folders.js'

const tower = projectRecord({ id: '00000000-0000-7000-8000-00000000000a', name: 'Tower', personal: false })
const house = fileRecord({ description: 'house.ifc', urn: 'house-urn' })
const hit = (over: Partial<SearchHit> = {}): SearchHit => ({
  file: {
    ...house,
    sharing: {
      projectId: tower.id,
      folderId: 'plans',
      projectName: 'Tower',
      personal: false,
      role: 'editor',
      owner: { id: 'gor', name: 'Gor' },
      mine: false,
      people: 2,
    },
  },
  path: [{ id: 'plans', name: 'Plans' }],
  matches: {
    name: false,
    sheets: [{ key: 'A-101 Ground floor', number: 'A-101', title: 'Ground floor' }],
    properties: ['rei', '120'],
  },
  ...over,
})
const page = (over: Partial<SearchPage> = {}): SearchPage => ({
  hits: [hit()],
  next: null,
  total: 1,
  facets: {
    project: [{ value: tower.id, name: 'Tower', files: 1 }],
    type: [{ value: '.ifc', name: '.ifc', files: 1 }],
    state: [{ value: 'success', name: 'success', files: 1 }],
    person: [{ value: '00000000-0000-7000-8000-00000000000b', name: 'Gor', files: 1 }],
  },
  ...over,
})

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/projects', () => json([tower]))
  server.on('GET /api/search', () => json(page()))
})
afterEach(cleanUpPage)

const queries = (): string[] => server.calls('GET /api/search').map(({ query }) => query.toString())

describe('search page', () => {
  test('lists where files match, with links into the viewer', async () => {
    await renderApp('/Search?words=rei+120', { signedIn: true })
    const file = await screen.findByRole('link', { name: 'house.ifc' })
    expect(file.getAttribute('href')).toBe('/ViewerPage?urn=house-urn')
    expect(screen.getByRole('link', { name: 'Sheet: A-101 Ground floor' }).getAttribute('href')).toBe(
      '/ViewerPage?urn=house-urn&sheet=A-101+Ground+floor',
    )
    expect(screen.getByRole('link', { name: 'Properties: rei 120' }).getAttribute('href')).toBe(
      '/ViewerPage?urn=house-urn&find=rei+120',
    )
    const location = within(screen.getByRole('navigation', { name: 'Location of house.ifc' }))
    expect(location.getByRole('link', { name: 'Tower' }).getAttribute('href')).toBe(`/projects/${tower.id}`)
    expect(location.getByRole('link', { name: 'Plans' }).getAttribute('href')).toBe(
      `/projects/${tower.id}/folders/plans`,
    )
    expect(screen.getByText('1 file')).toBeTruthy()
  })

  test('searches after a pause in typing, and stores the text in the address', async () => {
    const { getPath } = await renderApp('/search', { signedIn: true })
    expect(await screen.findByText('Search all your files')).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ապաստան' } })
    await screen.findByRole('link', { name: 'house.ifc' })
    expect(queries()).toEqual([new URLSearchParams({ words: 'ապաստան' }).toString()])
    expect(new URLSearchParams(getPath().split('?')[1]).get('words')).toBe('ապաստան')
  })

  test('filters by facets, and removes the filter again', async () => {
    await renderApp('/search?words=rei', { signedIn: true })
    const types = within(await screen.findByRole('group', { name: 'Type' }))
    fireEvent.click(types.getByRole('button', { name: /IFC/ }))
    await waitFor(() => expect(queries().at(-1)).toBe('words=rei&type=.ifc'))
    expect(types.getByRole('button', { name: /IFC/ }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(types.getByRole('button', { name: /IFC/ }))
    await waitFor(() => expect(types.getByRole('button', { name: /IFC/ }).getAttribute('aria-pressed')).toBe('false'))
    fireEvent.click(screen.getByRole('button', { name: 'Last 7 days' }))
    await waitFor(() => expect(queries().at(-1)).toMatch(/^words=rei&from=/))
  })

  test('opens the filters over the page of a phone', async () => {
    layOut(mobile)
    await renderApp('/search?words=rei', { signedIn: true })
    await screen.findByRole('link', { name: 'house.ifc' })
    expect(screen.queryByRole('group', { name: 'Type' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    expect(await screen.findByRole('group', { name: 'Type' })).toBeTruthy()
  })

  test('says that nothing was found', async () => {
    server.on('GET /api/search', () => json(page({ hits: [], total: 0 })))
    await renderApp('/search?words=zzz', { signedIn: true })
    expect(await screen.findByText('Nothing found for “zzz”.')).toBeTruthy()
  })

  test('loads the next page', async () => {
    server.on('GET /api/search', ({ query }) =>
      json(
        query.has('cursor')
          ? page({
              hits: [hit({ file: { ...house, id: 'second', description: 'second.ifc' } })],
              total: null,
              facets: null,
            })
          : page({ next: 'next-page', total: 2 }),
      ),
    )
    await renderApp('/search?words=rei', { signedIn: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'second.ifc' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'house.ifc' })).toBeTruthy()
    expect(queries().at(-1)).toBe('words=rei&cursor=next-page')
  })

  test('offers to try again when the search fails', async () => {
    server.on('GET /api/search', () => errorResponse(500, 'internal'))
    await renderApp('/search?words=rei', { signedIn: true })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    server.on('GET /api/search', () => json(page()))
    fireEvent.click(retry)
    expect(await screen.findByRole('link', { name: 'house.ifc' })).toBeTruthy()
  })

  test('P04 route in another letter case sends visitors to the landing page', async () => {
    const { getPath } = await renderApp('/SEARCH?words=rei')
    await waitFor(() => expect(getPath()).toBe('/'))
  })
})

describe('search field of the file manager', () => {
  test('opens the search over everything with Ctrl+Enter', async () => {
    const { getPath, user } = await renderApp('/home', { signedIn: true })
    const field = await screen.findByRole('searchbox', { name: 'Search files...' })
    await user.keyboard('/')
    expect(document.activeElement).toBe(field)
    await user.keyboard('rei 120')
    expect(screen.getByRole('link', { name: /Search everywhere/ }).getAttribute('href')).toBe('/search?words=rei+120')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(getPath()).toBe('/search?words=rei+120'))
  })
})
