import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../../testing/app-server.js'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { fileRecord } from '../../../../testing/records.js'
import { desktop, layOut, renderApp, renderPart } from '../../../../testing/render-app.js'
import { json } from '../../../../testing/stub-server.js'
import { testTree } from '../../../../testing/test-tree.js'
import { fileVersions, serveVersion, type VersionElement } from '../../../../testing/test-versions.js'
import { stubViewers } from '../../../../testing/stub-viewer.js'
import { type TestViewer, testViewer } from '../../../../testing/test-viewer.js'
import { ChangeStepper } from './change-stepper.js'

const elements = (className: string, count: number, over: Partial<VersionElement> = {}): VersionElement[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `id-of-${className}-${at}`,
    name: `${className} ${at}`,
    className,
    origin: [at * 5000, 0, 0],
    ...over,
  }))
const move = (element: VersionElement): VersionElement => ({ ...element, origin: [element.origin?.[0] ?? 0, 700, 0] })

const walls = elements('IfcWall', 40)
const doors = elements('IfcDoor', 45)
/** 12 walls and 20 doors are moved, 28 walls are thicker, 25 doors have other properties: 85 changes. */
const changedWalls = walls.map((wall, at) => (at < 12 ? move(wall) : { ...wall, shape: 9 }))
const changedDoors = doors.map((door, at) => (at < 20 ? move(door) : { ...door, properties: 6 }))

let engines: TestViewer[]
const engine = () => engines[0] as TestViewer

beforeEach(() => {
  engines = stubViewers(() => testViewer({ tree: testTree([...changedWalls, ...changedDoors]) }))
  layOut(desktop)
  const server = appServer([fileRecord({ id: 'file-house', description: 'House.ifc', urn: 'urn-v2' })])
  for (const urn of ['urn-v1', 'urn-v2'])
    server.on(`GET /api/packages/${urn}/versions`, () => json(fileVersions([2, 1])))
  serveVersion(server, 'urn-v1', [...walls, ...doors])
  serveVersion(server, 'urn-v2', [...changedWalls, ...changedDoors])
})
afterEach(cleanUpPage)

async function open() {
  const page = await renderApp('/ViewerPage?urn=urn-v2&compare=urn-v1', { signedIn: true })
  await waitFor(() => expect(engine()?.loads).toHaveLength(1))
  await act(async () => engine().finishLoad())
  await panel().findByRole('heading', { name: 'Changed 85' })
  return page
}

const panel = () => within(screen.getByRole('complementary', { name: 'Compare' }))
const findLastFit = () => engine().calls.findLast((call) => call.startsWith('fit'))
const filters = () => within(panel().getByRole('group', { name: 'Narrow the changes' }))

describe('filter of changes', () => {
  test('narrows 85 changes to 12 moved walls in two clicks, in the list and in the model', async () => {
    const { user } = await open()
    await user.click(filters().getByRole('button', { name: 'Moved 32' }))
    await user.click(filters().getByRole('button', { name: 'Wall 12' }))
    expect(panel().getByRole('heading', { name: 'Changed 12' })).toBeTruthy()
    const ghosted = engine().calls.filter((call) => call.startsWith('ghostOthers'))
    expect(ghosted.at(-1)).toContain(Array.from({ length: 12 }, (_, at) => at).join())
    await user.click(filters().getByRole('button', { name: 'Clear filter' }))
    expect(panel().getByRole('heading', { name: 'Changed 85' })).toBeTruthy()
  })

  test('steps through the changes of the filter with buttons', async () => {
    const { user } = await open()
    await user.click(filters().getByRole('button', { name: 'Door 45' }))
    const position = () => panel().getByRole('status').textContent
    expect(position()).toBe('– / 45')
    await user.click(panel().getByRole('button', { name: 'Next change' }))
    expect(position()).toBe('1 / 45')
    await expect.poll(findLastFit).toBe('fit 40')
    await user.click(panel().getByRole('button', { name: 'Previous change' }))
    expect(position()).toBe('45 / 45')
    await expect.poll(findLastFit).toBe('fit 84')
  })
})

test('ChangeStepper offers an issue of the change in view', async () => {
  const onIssue = vi.fn()
  const change = { kind: 'changed', before: 3, after: 4, parts: 1 } as const
  const { user } = await renderPart(
    <ChangeStepper changes={[change]} current={change} onChoose={vi.fn()} onIssue={onIssue} />,
  )
  await user.click(screen.getByRole('button', { name: 'Issue of this change' }))
  expect(onIssue).toHaveBeenCalledOnce()
})
