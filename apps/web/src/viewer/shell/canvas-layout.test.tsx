import type { ManifestSheet } from '@kamar/package-format/read'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../testing/render-app.js'
import { errorResponse, type StubServer } from '../../testing/stub-server.js'
import { TestSession } from '../../testing/test-session.js'
import { testManifest, testViewer } from '../../testing/test-viewer.js'
import { NestedSheet } from '../tools/nested/nested-sheet.js'
import { CanvasLayout } from './canvas-layout.js'
import { tool as properties } from '../tools/properties/tool.js'
import { tool as sheetList } from '../tools/sheet-list/tool.js'

const sheet = (name: string, active = false): ManifestSheet => ({
  name,
  kind: 'page',
  path: `sheets/${name}/sheet.json`,
  thumbnail: `sheets/${name}/picture.png`,
  active,
  entities: 1,
})
const sheets = [sheet('one'), sheet('two')]
const manifest = testManifest({ version: 3, sheets, counts: { ...testManifest().counts, instances: 0 } })
const narrow = { width: 800, height: 900 }

let server: StubServer
beforeEach(() => {
  server = appServer()
  server.on('GET /api/derivatives/*', () => errorResponse(404, 'not-found'))
})
afterEach(cleanUpPage)

async function show({ isCompact = false, isNarrow = false } = {}) {
  layOut(isCompact ? mobile : isNarrow ? narrow : desktop)
  const engine = testViewer()
  return renderPart(
    <TestSession engine={engine} tools={[sheetList, properties]} model={{ urn: 'urn-plan', manifest }}>
      <CanvasLayout topBar={<p>Plan.dwg</p>} progress={{ text: null, percent: null }} />
    </TestSession>,
  )
}
const list = () => screen.queryByRole('list', { name: 'Sheets' })
const listButton = () => screen.getByRole('button', { name: 'Sheets' })
const current = () => document.querySelector('[aria-current=true]')?.getAttribute('title')

describe('sheet without rendering', () => {
  test('shows an error and keeps the top bar, the list and the properties', async () => {
    await show()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^WebGL is not supported in this browser/)
    expect(screen.getByText('Plan.dwg')).toBeTruthy()
    expect(list()).toBeTruthy()
    expect(screen.getByText('Select an object to see its properties.')).toBeTruthy()
  })

  test('has a name but no thumbnail in the list', async () => {
    await show()
    await waitFor(() => expect(server.calls('GET /api/derivatives/*').length).toBeGreaterThan(0))
    expect(list()?.querySelector('img')).toBeNull()
    expect(list()?.textContent).toBe('onePagetwoPage')
  })

  test('shows an error beside a model and keeps the selection of the model', async () => {
    layOut(desktop)
    const engine = testViewer()
    engine.viewer.selection.set([3])
    await renderPart(<NestedSheet main={engine.viewer} tree={null} urn="urn-plan" manifest={manifest} sheet={0} />)
    expect((await screen.findByRole('alert')).textContent).toBe('The sheet couldn’t be loaded.')
    expect(engine.viewer.selection.elements).toEqual([3])
  })
})

describe('drawing page', () => {
  test('starts with the first sheet when the source names none', async () => {
    const { user } = await show()
    expect(current()).toBe('one')
    await user.click(screen.getByTitle('two'))
    expect(current()).toBe('two')
    expect(list()).toBeTruthy()
  })

  test('opens the sheet list where there is room, and closes it by its tool', async () => {
    const { user } = await show()
    expect(listButton().getAttribute('aria-pressed')).toBe('true')
    await user.click(listButton())
    expect(list()).toBeNull()
  })

  test('starts without panels in a narrow window', async () => {
    const { user } = await show({ isNarrow: true })
    expect(list()).toBeNull()
    expect(screen.queryByText('Object')).toBeNull()
    await user.click(listButton())
    await user.click(screen.getByTitle('two'))
    expect(list()).toBeTruthy()
  })

  test('keeps the strip of sheets of a phone open while sheets are chosen, and closes it by its button', async () => {
    const { user } = await show({ isCompact: true, isNarrow: true })
    await user.click(listButton())
    expect(screen.getAllByRole('complementary')).toHaveLength(1)
    await user.click(screen.getByTitle('two'))
    expect([current(), list() === null]).toEqual(['two', false])
    await user.click(listButton())
    expect(list()).toBeNull()
  })
})
