import type { AccessEffects, FileRecord } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { fileRecord } from '../../testing/records.js'
import { renderPart } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { folderRecord, projectRecord, topFolder } from '../../testing/test-folders.js'
import { ani } from '../../testing/test-topics.js'
import { MoveDialog } from './move-dialog.js'

const plans = folderRecord({ id: 'Plans', revision: 3 })
const level = folderRecord({ id: 'Level 1', parentId: 'Plans' })
const archive = folderRecord({ id: 'Archive' })
const tree = [
  topFolder(),
  archive,
  plans,
  folderRecord({ id: 'Read only', role: 'viewer' }),
  folderRecord({ id: 'Way', role: null }),
  level,
]
let server: StubServer
const onClose = vi.fn()

const fileIn = (folderId: string, projectId = 'project-1'): FileRecord =>
  fileRecord({
    id: 'file-a',
    sharing: {
      ...{ projectId, folderId, projectName: 'Tower', personal: false },
      ...{ role: 'editor', owner: ani, mine: false, people: 1 },
    },
  })
const planUrl = (id: string): string => `POST /api/folders/${id}/moves/plan`
const moveUrl = (id: string): string => `POST /api/folders/${id}/moves`
const effects = (losing: readonly string[] = [], gaining: readonly string[] = []): AccessEffects => {
  const toUsers = (names: readonly string[]) => names.map((name) => ({ id: name, name }))
  return { gaining: toUsers(gaining), losing: toUsers(losing) }
}

beforeEach(() => {
  onClose.mockReset()
  server = appServer()
  server.on('GET /api/projects', () =>
    json([
      projectRecord({ id: 'personal', name: '', personal: true }),
      projectRecord({ role: 'editor' }),
      projectRecord({ id: 'project-2', name: 'Bridge', role: 'folder' }),
      projectRecord({ id: 'project-3', name: 'Museum', role: 'viewer' }),
    ]),
  )
  server.on('GET /api/projects/project-1/folders', () => json(tree))
  server.on('GET /api/projects/personal/folders', () =>
    json([topFolder({ id: 'personal', projectId: 'personal', role: 'owner' })]),
  )
  for (const id of ['project-1', 'Archive', 'Plans', 'Level 1', 'personal']) {
    server.on(planUrl(encodeURIComponent(id)), () => json(effects()))
    server.on(moveUrl(encodeURIComponent(id)), () => json({ files: 1, folders: 0 }))
  }
})
afterEach(cleanUpPage)

const show = (files: readonly FileRecord[], folders = [] as readonly (typeof plans)[]) =>
  renderPart(<MoveDialog {...{ files, folders, onClose }} />)
const item = (name: string) => screen.findByRole('treeitem', { name })
const moveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Move' })
const statusText = () => screen.getByRole('status', { name: 'Changes of access' }).textContent

describe('choice of a folder to move to', () => {
  test('offers projects that the user may change, first that of the moved file, and the folders of the chosen one', async () => {
    const { user } = await show([fileIn('project-1')])
    const projects = await screen.findByRole('combobox', { name: 'Project' })
    expect(
      within(projects)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['My files', 'Tower', 'Bridge'])
    expect(projects).toHaveProperty('value', 'project-1')
    expect(await screen.findByRole('tree', { name: 'Folders of Tower' })).toBeTruthy()
    await user.selectOptions(projects, 'My files')
    expect(await screen.findByRole('tree', { name: 'Folders of My files' })).toBeTruthy()
    expect(await item('My files')).toBeTruthy()
  })

  test('disables folders that the user may not change, moved folders with those below, and the current folder', async () => {
    await show([fileIn('project-1')], [plans])
    const enabled = async (name: string) => (await item(name)).getAttribute('aria-disabled') === null
    expect(await enabled('Archive')).toBe(true)
    for (const name of ['Tower, Current folder', 'Plans', 'Read only', 'Way']) expect(await enabled(name)).toBe(false)
  })

  test('selects nothing when a disabled folder is clicked', async () => {
    const { user } = await show([fileIn('project-1')])
    await user.click(await item('Read only'))
    expect(moveButton().disabled).toBe(true)
    expect(server.requests.filter(({ path }) => path.endsWith('/plan'))).toEqual([])
  })

  test('works with the keyboard alone', async () => {
    const { user } = await show([fileIn('Archive')])
    const top = await item('Tower')
    screen.getByRole('combobox', { name: 'Project' }).focus()
    await user.tab()
    expect(document.activeElement).toBe(await item('Archive, Current folder'))
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(top)
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{Enter}')
    expect((await item('Level 1')).getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(server.calls(planUrl('Level%201'))).toHaveLength(1))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(await item('Plans'))
    await user.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('treeitem', { name: 'Level 1' })).toBeNull()
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(await item('Way'))
  })

  test('opens the tree down to the current folder, and closes a folder by its arrow', async () => {
    const { user } = await show([fileIn('Level 1')])
    expect((await item('Level 1, Current folder')).getAttribute('aria-level')).toBe('3')
    const parent = await item('Plans')
    await user.click(parent.querySelector('[data-arrow]') ?? parent)
    expect(parent.getAttribute('aria-expanded')).toBe('false')
    expect(parent.getAttribute('aria-selected')).toBe('false')
  })

  test('explains when the user may move files in no project', async () => {
    server.on('GET /api/projects', () => json([projectRecord({ role: 'viewer' })]))
    await show([fileIn('project-1')])
    expect(await screen.findByText('You can’t move files in any project')).toBeTruthy()
  })

  test('offers to load the folders again after an error', async () => {
    server.on('GET /api/projects/project-1/folders', () => errorResponse(500, 'internal', 'Server error'))
    const { user } = await show([fileIn('project-1')])
    expect((await screen.findByRole('alert')).textContent).toContain('Server error')
    server.on('GET /api/projects/project-1/folders', () => json(tree))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await item('Archive')).toBeTruthy()
  })
})

describe('move into the chosen folder', () => {
  test('shows who loses and who gains access, moves, closes and reports the folder', async () => {
    server.on(planUrl('Archive'), () => json(effects(['Ani', 'Gor'], ['Aram'])))
    const { user } = await show([fileIn('project-1')], [plans])
    const target = await item('Archive')
    expect(moveButton().disabled).toBe(true)
    await user.click(target)
    expect(await screen.findByText('Loses access: Ani, Gor')).toBeTruthy()
    expect(statusText()).toBe('Loses access: Ani, GorGains access: Aram')
    await user.click(moveButton())
    expect(await screen.findByText('Moved to Archive')).toBeTruthy()
    expect(onClose).toHaveBeenCalledOnce()
    const form = { fileIds: ['file-a'], folders: [{ id: 'Plans', revision: 3 }] }
    expect(server.calls(planUrl('Archive'))[0]?.body).toEqual(form)
    expect(server.calls(moveUrl('Archive'))[0]?.body).toEqual(form)
  })

  test('names at most five people, and nobody when access stays the same', async () => {
    server.on(planUrl('Archive'), () => json(effects(['A', 'B', 'C', 'D', 'E', 'F', 'G'])))
    const { user } = await show([fileIn('project-1')])
    await user.click(await item('Archive'))
    expect(await screen.findByText('Loses access: A, B, C, D, E and 2 more')).toBeTruthy()
    await user.click(await item('Plans'))
    await waitFor(() => expect(moveButton().disabled).toBe(false))
    expect(statusText()).toBe('')
  })

  test('ignores the effects of a folder when another was chosen meanwhile', async () => {
    const { promise, resolve } = deferred<Response>()
    server.on(planUrl('Archive'), () => promise)
    server.on(planUrl('Plans'), () => json(effects(['Gor'])))
    const { user } = await show([fileIn('project-1')])
    await user.click(await item('Archive'))
    expect(moveButton().disabled).toBe(true)
    await user.click(await item('Plans'))
    expect(await screen.findByText('Loses access: Gor')).toBeTruthy()
    resolve(json(effects(['Ani'])))
    await promise
    await new Promise((done) => setTimeout(done))
    expect(statusText()).toBe('Loses access: Gor')
  })

  test('reports the project by its name when its top was chosen', async () => {
    const { user } = await show([fileIn('Archive')])
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Project' }), 'My files')
    await user.click(await item('My files'))
    await waitFor(() => expect(moveButton().disabled).toBe(false))
    await user.click(moveButton())
    expect(await screen.findByText('Moved to My files')).toBeTruthy()
  })

  test('shows in the dialog why the move was refused', async () => {
    server.on(moveUrl('Archive'), () => errorResponse(409, 'name-taken', '“a.ifc” already exists in this folder'))
    const { user } = await show([fileIn('project-1')])
    await user.click(await item('Archive'))
    await waitFor(() => expect(moveButton().disabled).toBe(false))
    await user.click(moveButton())
    expect((await screen.findByRole('alert')).textContent).toContain('already exists in this folder')
    expect(onClose).not.toHaveBeenCalled()
    expect(moveButton().disabled).toBe(false)
  })

  test('is impossible while the server refuses to plan it, and shows why', async () => {
    server.on(planUrl('Archive'), () => errorResponse(409, 'moved-meanwhile', 'Someone else moved this'))
    const { user } = await show([fileIn('project-1')])
    await user.click(await item('Archive'))
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else moved this')
    expect(moveButton().disabled).toBe(true)
    server.on(planUrl('Archive'), () => json(effects(['Gor'])))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Loses access: Gor')).toBeTruthy()
  })
})
