import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { testTree } from '../../../testing/test-tree.js'
import { fileVersions, serveVersion, type VersionElement } from '../../../testing/test-versions.js'
import { stubViewers } from '../../../testing/stub-viewer.js'
import { type TestViewer, testViewer } from '../../../testing/test-viewer.js'

const wall = (id: string, over: Partial<VersionElement> = {}): VersionElement => ({
  id: `id-of-wall-${id}`,
  name: `Wall ${id}`,
  className: 'IfcWall',
  origin: [Number.parseInt(id, 36) * 5000, 0, 0],
  ...over,
})
const older = [wall('a'), wall('b'), wall('c')]
const newer = [wall('a'), wall('c', { name: 'Wall C', origin: [99_000, 0, 0] }), wall('d')]

let server: StubServer
let engines: TestViewer[]
const engine = () => engines[0] as TestViewer

beforeEach(() => {
  engines = stubViewers(() => testViewer({ tree: testTree(newer) }))
  layOut(desktop)
  server = appServer([fileRecord({ id: 'file-house', description: 'House.ifc', urn: 'urn-v2' })])
  for (const urn of ['urn-v1', 'urn-v2'])
    server.on(`GET /api/packages/${urn}/versions`, () => json(fileVersions([2, 1])))
  serveVersion(server, 'urn-v1', older)
  serveVersion(server, 'urn-v2', newer)
})
afterEach(cleanUpPage)

async function open(query: string) {
  const page = await renderApp(`/ViewerPage?${query}`, { signedIn: true })
  await waitFor(() => expect(engine()?.loads).toHaveLength(1))
  await act(async () => engine().finishLoad())
  return page
}

const panel = () => within(screen.getByRole('complementary', { name: 'Compare' }))
const legend = () =>
  within(panel().getByRole('group', { name: 'What is shown' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const listed = async () =>
  (await panel().findByRole('list', { name: 'Changes' })) &&
  panel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('comparison panel', () => {
  test('opens from the URL, counts the changes and lists them by kind', async () => {
    await open('urn=urn-v2&compare=urn-v1')
    // The names of classes are loaded after the list.
    await expect
      .poll(listed)
      .toEqual(['Added1', 'Wall dWall', 'Removed1', 'Wall bWall', 'Changed1', 'Wall Cposition, name or class'])
    expect(legend()).toEqual(['1Added', '1Removed', '1Changed', '1Unchanged'])
  })

  test('is one chip over the model, instead of chips for its colours and ghosts, and ends by it', async () => {
    const { user } = await open('urn=urn-v2&compare=urn-v1')
    await listed()
    act(() => {
      Object.assign(engine().viewer.colors, { size: 2 })
      engine().emit('colorsChanged', {})
      engine().emit('visibilityChanged', { hidden: 0, ghosted: 1, isolated: false })
    })
    const chips = within(screen.getByRole('list', { name: 'Changes to the view' }))
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Compared with version 1'])
    await user.click(chips.getByRole('button', { name: 'Remove: Compared with version 1' }))
    await waitFor(() => expect(screen.queryByText('Compared with version 1')).toBeNull())
    expect(engine().calls).toContain('reset colours')
  })

  test('goes on after Reset View, with its colours and what is filtered', async () => {
    const { user } = await open('urn=urn-v2&compare=urn-v1')
    await listed()
    act(() => engine().emit('firstFrame', { milliseconds: 1 }))
    const paint = (): string[] => engine().calls.filter((call) => /^(color|ghostOthers)/.test(call))
    const painted = paint()
    await user.click(screen.getByRole('button', { name: 'Reset View' }))
    await waitFor(() => expect(engine().calls).toContain('resetView'))
    expect(paint().slice(painted.length)).toEqual(painted)
    expect(screen.getByRole('button', { name: 'Remove: Compared with version 1' })).toBeTruthy()
  })

  test('shows the old and new values of the selected element', async () => {
    const { user } = await open('urn=urn-v2&compare=urn-v1')
    await listed()
    await user.click(panel().getByRole('button', { name: /Wall C/ }))
    await expect.poll(() => engine().calls).toContain('fit 1')
    const inspector = within(await screen.findByRole('complementary', { name: 'Properties' }))
    expect(await inspector.findByRole('heading', { name: 'Changes since version 1' })).toBeTruthy()
    expect(inspector.getByText('Wall c', { selector: 'del' })).toBeTruthy()
    expect(inspector.getByText('Wall C', { selector: 'ins' })).toBeTruthy()
    expect(inspector.getByText(/^Moved by 39 m/)).toBeTruthy()
    await user.click(panel().getByRole('button', { name: /Wall d/ }))
    expect(inspector.getByText('This element is new.')).toBeTruthy()
    act(() => engine().viewer.selection.set([0]))
    expect(inspector.getByText('This element is unchanged.')).toBeTruthy()
  })

  test('moves between changes with the arrow keys', async () => {
    const { user } = await open('urn=urn-v2&compare=urn-v1')
    await listed()
    panel()
      .getByRole('button', { name: /Wall d/ })
      .focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Wall b')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('Wall b')
  })

  test('hides the kinds that are switched off', async () => {
    const { user } = await open('urn=urn-v2&compare=urn-v1')
    await listed()
    const group = within(panel().getByRole('group', { name: 'What is shown' }))
    for (const name of ['Added', 'Removed']) await user.click(group.getByRole('button', { name: new RegExp(name) }))
    expect(await listed()).toEqual(['Changed1', 'Wall Cposition, name or class'])
    await user.click(group.getByRole('button', { name: /Changed/ }))
    expect(panel().getByText('Changes are hidden. Turn them on above.')).toBeTruthy()
  })

  test('shows a message when nothing changed', async () => {
    serveVersion(server, 'urn-v1', newer)
    await open('urn=urn-v2&compare=urn-v1')
    expect(await panel().findByText('Nothing changed between these versions.')).toBeTruthy()
  })

  test('shows why the comparison failed and offers a retry', async () => {
    server.on('GET /api/derivatives/urn-v1/tree.bin', () => errorResponse(404, 'not-found', 'Not found'))
    const { user } = await open('urn=urn-v2&compare=urn-v1')
    expect((await panel().findByRole('alert')).textContent).toBe('The versions couldn’t be compared: Not found')
    serveVersion(server, 'urn-v1', older)
    await user.click(panel().getByRole('button', { name: 'Try again' }))
    expect(await listed()).toHaveLength(6)
  })

  test('links to the difference report and can be closed', async () => {
    const { user, getPath } = await open('urn=urn-v2&compare=urn-v1')
    await listed()
    const link = panel().getByRole('link', { name: 'Difference report' })
    expect(link.getAttribute('href')).toBe('/differences?urn=urn-v2&compare=urn-v1')
    await user.click(panel().getByRole('button', { name: 'Exit comparison' }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2')
    expect(panel().queryByRole('list', { name: 'Changes' })).toBeNull()
    expect(engine().calls.at(-1)).toBe('showAll')
  })
})

describe('version choice for a comparison', () => {
  test('compares the open version with an older one', async () => {
    server.on('GET /api/packages/urn-v2/versions', () => json(fileVersions([2, 1, 3])))
    const { user, getPath } = await open('urn=urn-v2')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    const choice = await panel().findByLabelText('Compare with')
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Choose a version',
      expect.stringMatching(/^Version 1, 10 Nov 2026, \d\d:\d\d$/),
      expect.stringMatching(/^Version 3, 12 Nov 2026, \d\d:\d\d$/),
    ])
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2')
    await user.selectOptions(choice, 'urn-v1')
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2&compare=urn-v1')
    expect(await listed()).toHaveLength(6)
  })

  test('opens the newer version when an older one is open', async () => {
    const { user, getPath } = await open('urn=urn-v1')
    expect(await screen.findByTitle('House.ifc · Version 1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-v2&compare=urn-v1'))
  })

  test('is skipped when there is one other version, but not after closing the comparison', async () => {
    const { user, getPath } = await open('urn=urn-v2')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-v2&compare=urn-v1'))
    expect(await listed()).toHaveLength(6)
    await user.click(panel().getByRole('button', { name: 'Exit comparison' }))
    const choice = await panel().findByLabelText('Compare with')
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2')
    await user.selectOptions(choice, 'urn-v1')
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2&compare=urn-v1')
  })

  test('marks the only other version as not ready while it is being translated', async () => {
    const versions = fileVersions([2, 1])
    server.on('GET /api/packages/urn-v2/versions', () =>
      json({ ...versions, versions: versions.versions.map((one) => ({ ...one, status: 'inprogress' })) }),
    )
    const { user, getPath } = await open('urn=urn-v2')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    expect(await panel().findByText(/^Version 1,.*\(not ready\)/)).toBeTruthy()
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2')
  })

  test('explains that the file has only one version', async () => {
    server.on('GET /api/packages/urn-v2/versions', () => json(fileVersions([2])))
    const { user } = await open('urn=urn-v2')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    expect(await panel().findByText(/^This model has only one version/)).toBeTruthy()
  })

  test('explains that only own files can be compared', async () => {
    server.on('GET /api/packages/urn-v2/versions', () => errorResponse(404, 'not-found', 'Not found'))
    const { user } = await open('urn=urn-v2')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    expect(await panel().findByText('Only versions of your own files can be compared.')).toBeTruthy()
  })

  test('is opened from the tools menu on mobile', async () => {
    layOut(mobile)
    const { user } = await open('urn=urn-v2')
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tools' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Compare' }))
    expect(await panel().findByLabelText('Compare with')).toBeTruthy()
  })
})
