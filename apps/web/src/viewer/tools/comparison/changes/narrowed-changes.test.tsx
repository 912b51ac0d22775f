import { act, type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../../testing/app-server.js'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { fileRecord } from '../../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../../testing/render-app.js'
import { json, type StubServer } from '../../../../testing/stub-server.js'
import { testTree } from '../../../../testing/test-tree.js'
import { fileVersions, serveVersion, type VersionElement } from '../../../../testing/test-versions.js'
import { stubViewers } from '../../../../testing/stub-viewer.js'
import { type TestViewer, testViewer } from '../../../../testing/test-viewer.js'

type Element = VersionElement & { readonly parent?: number }

const createElement = (name: string, className: string, over: Partial<Element> = {}): Element => ({
  id: `id-of-${name.replaceAll(' ', '-')}`,
  name,
  className,
  ...over,
})
const storeys = ['Ground floor', 'Attic'].map((name) => createElement(name, 'IfcBuildingStorey', { shape: 0 }))
const wall = createElement('Wall', 'IfcWall', { parent: 0 })
const door = createElement('Door', 'IfcDoor', { parent: 0, origin: [5000, 0, 0] })
const slab = createElement('Slab', 'IfcSlab', { parent: 1, origin: [0, 0, 5000] })
const column = createElement('Column', 'IfcColumn', { parent: 1, origin: [9000, 0, 0] })
const movedDoor: Element = { ...door, origin: [6000, 0, 0] }
/** The wall is thicker, the door moved, the slab is new and the column is gone. */
const newer = [...storeys, { ...wall, shape: 9 }, movedDoor, slab]
const older = [...storeys, wall, door, column]

let server: StubServer
let engines: TestViewer[]
/** The panel of the comparison. */
let panel: BoundFunctions<typeof queries>
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

async function open() {
  const { user } = await renderApp('/ViewerPage?urn=urn-v2&compare=urn-v1', { signedIn: true })
  await waitFor(() => expect(engine()?.loads).toHaveLength(1))
  await act(async () => engine().finishLoad())
  panel = within(await screen.findByRole('complementary', { name: 'Compare' }))
  await panel.findByRole('list', { name: 'Changes' })
  // The names of classes are loaded after the list.
  await expect.poll(() => listChanges().join()).not.toContain('Ifc')
  return user
}

const findLastFit = () => engine().calls.findLast((call) => call.startsWith('fit'))
const filters = () => within(panel.getByRole('group', { name: 'Narrow the changes' }))
const storey = () => filters().getByRole<HTMLSelectElement>('combobox', { name: 'Storey' })
const listFilters = () =>
  filters()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const listChanges = () => panel.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('narrowed changes', () => {
  test('are those of a storey, with removed elements under the storey that they had', async () => {
    const user = await open()
    expect([...storey().options].map(({ text }) => text)).toEqual(['All storeys', 'Attic (2)', 'Ground floor (2)'])
    await user.selectOptions(storey(), 'Attic (2)')
    expect(listChanges()).toEqual(['Added1', 'SlabSlab', 'Removed1', 'ColumnColumn'])
    await user.selectOptions(storey(), 'All storeys')
    expect(listChanges()).toHaveLength(7)
  })

  test('leave the counts behind the other filters in step with the storey', async () => {
    const user = await open()
    await user.selectOptions(storey(), 'Ground floor (2)')
    expect(listFilters()).toEqual(['Moved1', 'Geometry1', 'Wall1', 'Door1', 'Clear filter'])
  })

  test('stay narrowed while kinds are switched off, and the filter can be cleared when nothing is left', async () => {
    const user = await open()
    await user.click(filters().getByRole('button', { name: 'Moved 1' }))
    expect(listChanges()).toEqual(['Changed1', 'Doorposition'])
    const legend = within(panel.getByRole('group', { name: 'What is shown' }))
    await user.click(legend.getByRole('button', { name: /Changed/ }))
    expect(panel.getByText('Changes are hidden. Turn them on above.')).toBeTruthy()
    expect(filters().getByRole('button', { name: 'Moved 0' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(filters().getByRole('button', { name: 'Clear filter' }))
    expect(listChanges()).toEqual(['Added1', 'SlabSlab', 'Removed1', 'ColumnColumn'])
  })

  test('are cleared by a second click on the same filter', async () => {
    const user = await open()
    await user.click(filters().getByRole('button', { name: 'Door 1' }))
    expect(listChanges()).toHaveLength(2)
    await user.click(filters().getByRole('button', { name: 'Door 1' }))
    expect(listChanges()).toHaveLength(7)
    expect(filters().queryByRole('button', { name: 'Clear filter' })).toBeNull()
  })

  test('have no filter when there is only one change', async () => {
    serveVersion(
      server,
      'urn-v1',
      [...storeys, wall, door, slab].map((one) => (one === door ? movedDoor : one)),
    )
    await open()
    expect(listChanges()).toEqual(['Changed1', 'Wallgeometry'])
    expect(panel.queryByRole('button', { name: 'Clear filter' })).toBeNull()
  })

  test('begin at their first one after a new filter', async () => {
    const user = await open()
    await user.click(within(panel.getByRole('list', { name: 'Changes' })).getByRole('button', { name: /Door/ }))
    expect(panel.getByRole('status').textContent).toBe('4 / 4')
    await user.click(filters().getByRole('button', { name: 'Wall 1' }))
    expect(panel.getByRole('status').textContent).toBe('– / 1')
    await user.click(panel.getByRole('button', { name: 'Next change' }))
    await expect.poll(findLastFit).toBe('fit 2')
  })

  test('offer an issue of an element of the open version, not of a removed one', async () => {
    const user = await open()
    const next = panel.getByRole('button', { name: 'Next change' })
    await user.click(next)
    expect(panel.getByRole('button', { name: 'Issue of this change' })).toBeTruthy()
    await user.click(next)
    expect(panel.queryByRole('button', { name: 'Issue of this change' })).toBeNull()
    await expect.poll(findLastFit).toContain('fit box')
  })
})
