import type { ModelPlan } from '@kamar/viewer'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../../../platform/design/toasts-state.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { readFaces } from '../../../testing/test-print.js'
import { TestSession } from '../../../testing/test-session.js'
import { testSheetSession } from '../../../testing/test-sheet-session.js'
import { drawingManifest, serveDrawing } from '../../../testing/test-sheets.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { type FileAccess, type Session, useViewerSession } from '../../session/session.js'
import * as fontsModule from './output/load-fonts.js'
import { PrintDialog } from './print-dialog.js'
import { PrintError } from './print-error.js'

const faces = readFaces()
const sheets = [
  { name: 'Cover', entities: [{ handle: '1A', text: 'Welcome', x: 20 }] },
  { name: 'A-101', entities: [{ handle: '2A', layer: 'Texts', text: 'Kitchen', x: 20 }] },
]
/** A room with a wall, in a model whose origin is elsewhere. */
const plan: ModelPlan = {
  cuts: [],
  lines: [{ element: 4, segments: [0, 0, 8, 0] }],
  spaces: [{ element: 5, name: 'Hall', area: 1234.5, x: 4, y: 2, width: 8 }],
  box: [0, 0, 8, 4],
  right: [1, 0, 0],
  up: [0, 1, 0],
}

let server: StubServer
let saved: ReturnType<typeof stubSavedFiles>
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  serveDrawing(server, 'urn', sheets)
  saved = stubSavedFiles()
  vi.spyOn(fontsModule, 'loadFaces').mockImplementation(async () => faces)
  vi.stubGlobal('ResizeObserver', MeasuredOnce)
})
afterEach(cleanUpPage)

/** Reports the size of an element once, when it is observed. */
class MeasuredOnce implements ResizeObserver {
  readonly #report: () => void
  constructor(report: ResizeObserverCallback) {
    this.#report = () => report([], this)
  }
  observe(): void {
    this.#report()
  }
  unobserve(): void {}
  disconnect(): void {}
}

interface DialogSession {
  readonly over?: Partial<Session>
  readonly access?: Partial<FileAccess>
}

function Dialog() {
  return <PrintDialog session={useViewerSession()} onClose={() => undefined} />
}

async function openDialog(engine: ReturnType<typeof testViewer>, { over, access }: DialogSession) {
  const { user } = await renderPart(
    <TestSession engine={engine} access={{ name: 'Plan.dwg', ...access }} {...(over ? { over } : {})}>
      <Dialog />
    </TestSession>,
  )
  return user
}

/** Opens the dialog of a drawing whose second sheet is on screen. */
async function openSheets({ access, ...parts }: Parameters<typeof testSheetSession>[0] & DialogSession = {}) {
  const manifest = drawingManifest(sheets)
  const drawing = { sheets: manifest.sheets ?? [], manifest, number: 1, isShown: true, ...parts.drawing }
  const user = await openDialog(testViewer(), {
    over: testSheetSession({ ...parts, drawing }),
    ...(access ? { access } : {}),
  })
  await screen.findByRole('button', { name: /^Preview of A-101\./ })
  return user
}

interface House {
  readonly hasStoreys?: boolean
  readonly rotationDegrees?: number
  readonly computeStorey?: () => Promise<ModelPlan | null>
  readonly hasAccount?: boolean
}

/** Opens the dialog of a model with two storeys, the upper one without a name. */
function openHouse({
  hasStoreys = true,
  rotationDegrees,
  computeStorey = async () => plan,
  hasAccount = true,
}: House = {}) {
  const engine = testViewer()
  const storeys = [
    { element: 2, name: 'Storey 1', floor: 0, hasDoor: true },
    { element: 3, name: '', floor: 3, hasDoor: true },
  ]
  const extensions: Record<string, object> = {
    'kamar.navigation': { storeys: async () => (hasStoreys ? storeys : []), planStorey: null },
    'kamar.plan': { computeStorey, computeHatchLines: () => [] },
  }
  const georeference = rotationDegrees === undefined ? null : { rotationDegrees }
  const manifest = testManifest({ georeference: georeference as ReturnType<typeof testManifest>['georeference'] })
  vi.spyOn(engine.viewer, 'loadExtension').mockImplementation(async (id) => (extensions[id] ?? null) as never)
  Object.assign(engine.viewer.camera, { view: { target: [6, 1, 0] } })
  Object.defineProperty(engine.viewer, 'model', { value: { treeNow: houseTree(), manifest } })
  return openDialog(engine, { access: { name: 'House.ifc', hasAccount } })
}

const save = (format: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Save ${format}` })
const listSaved = () => saved.map(({ name }) => name)
const readSaved = async (at = 0): Promise<string> => (await saved[at]?.bytes.text()) ?? ''
const readLabels = async (at?: number): Promise<(string | undefined)[]> =>
  [...(await readSaved(at)).matchAll(/>([^<>\n]+)<\/text>/g)].map(([, text]) => text)

describe('print dialog of a drawing', () => {
  test('saves the sheet on screen in its own size', async () => {
    const user = await openSheets()
    expect(screen.getByText('100 % · 1000 × 1000 mm')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'DXF' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'SVG' }))
    await user.click(save('SVG'))
    await waitFor(() => expect(listSaved()).toEqual(['Plan - A-101.svg']))
    expect(await readSaved()).toMatch(/<svg[^>]+width="1000mm"/)
  })

  test('reduces ticked sheets to other paper, with the layers that are switched on', async () => {
    const user = await openSheets({
      shownSheet: { layers: [{ name: 'Texts', isShown: false } as Session['shownSheet']['layers'][number]] },
    })
    await user.click(screen.getByRole('checkbox', { name: 'Cover' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Paper' }), 'A2 – 420 × 594 mm')
    await user.click(screen.getByRole('radio', { name: 'SVG' }))
    await user.click(save('SVG'))
    await waitFor(() => expect(listSaved()).toEqual(['Plan - Cover.svg', 'Plan - A-101.svg']))
    expect([await readLabels(0), await readLabels(1)]).toEqual([
      expect.arrayContaining(['Cover', 'Welcome']),
      expect.not.arrayContaining(['Kitchen']),
    ])
  })

  test('saves nothing without a ticked sheet', async () => {
    const user = await openSheets()
    await user.click(screen.getByRole('checkbox', { name: 'A-101' }))
    expect([save('PDF').disabled, screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled]).toEqual([
      true,
      true,
    ])
  })

  test('opens the PDF in a tab of the browser, from which it is printed', async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const user = await openSheets()
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(tab.location.href).toMatch(/^blob:/))
    expect([listSaved(), tab.close.mock.calls]).toEqual([[], []])
  })

  test('saves the PDF instead when the browser blocks the tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const user = await openSheets()
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(listSaved()).toEqual(['Plan - A-101.pdf']))
  })

  test('closes the tab and says so when a sheet cannot be read', async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const user = await openSheets()
    server.on('GET /api/derivatives/urn/sheets/0/sheet.json', () => errorResponse(404, 'not-found'))
    await user.click(screen.getByRole('checkbox', { name: 'All pages' }))
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(toasts.get()[0]?.text).toContain('The page couldn’t be created'))
    expect([tab.close.mock.calls.length, save('PDF').disabled]).toEqual([1, false])
  })

  test('says that the sheet cannot be created, and previews another one', async () => {
    server.on('GET /api/derivatives/urn/sheets/0/sheet.json', () => errorResponse(404, 'not-found'))
    const user = await openSheets()
    await user.click(screen.getByRole('button', { name: 'Cover' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The page couldn’t be created')
    await user.click(screen.getByRole('button', { name: 'A-101' }))
    expect(await screen.findByRole('button', { name: /^Preview of A-101\./ })).toBeTruthy()
  })
})

describe('print dialog of a model', () => {
  test('saves the storey with its rooms and their areas at the largest standard scale', async () => {
    const user = await openHouse()
    expect(await screen.findByText('1:50 · 420 × 297 mm')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'SVG' }))
    await user.click(save('SVG'))
    await waitFor(() => expect(listSaved()).toEqual(['House - Storey 1.svg']))
    expect(await readLabels()).toEqual(expect.arrayContaining(['Hall', '1,234.50 m²', 'Model N', 'Storey 1', '1:50']))
  })

  test('has an arrow to true north when the file states it', async () => {
    const user = await openHouse({ rotationDegrees: 30 })
    await user.click(await screen.findByRole('radio', { name: 'SVG' }))
    await user.click(save('SVG'))
    await waitFor(() => expect(listSaved()).toHaveLength(1))
    const labels = await readLabels()
    expect([labels.includes('N'), labels.includes('Model N')]).toEqual([true, false])
  })

  test('has a QR code of its address for accounts only: that of a guest contains the secret of the link', async () => {
    for (const hasAccount of [true, false]) {
      const user = await openHouse({ hasAccount })
      await user.click(await screen.findByRole('radio', { name: 'SVG' }))
      await user.click(save('SVG'))
      await waitFor(() => expect(listSaved()).toHaveLength(hasAccount ? 1 : 2))
      cleanup()
    }
    const [account = 0, guest = 0] = await Promise.all(
      [0, 1].map(async (at) => (await readSaved(at)).split('<path').length),
    )
    expect(account).toBeGreaterThan(guest + 100)
  })

  test('leaves out room names on request, and remembers it on this device', async () => {
    const user = await openHouse()
    await user.click(await screen.findByRole('checkbox', { name: 'Room names and areas' }))
    await user.click(screen.getByRole('radio', { name: 'SVG' }))
    await user.click(save('SVG'))
    await waitFor(() => expect(listSaved()).toHaveLength(1))
    expect(await readLabels()).not.toContain('Hall')
    expect(JSON.parse(localStorage.getItem('printModel') ?? '')).toMatchObject({ hasSpaces: false, isHatched: true })
  })

  test('moves a page that is too large with the keyboard and centres it again', async () => {
    const user = await openHouse()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Scale' }), '1:10')
    expect(await screen.findByText(/^Only part of the content fits/)).toBeTruthy()
    const preview = await screen.findByRole('button', { name: /^Preview of Storey 1\./ })
    preview.focus()
    await user.keyboard('{ArrowLeft}')
    await user.click(screen.getByRole('button', { name: 'Centre' }))
    expect(screen.queryByRole('button', { name: 'Centre' })).toBeNull()
  })

  test('lists a storey without a name, and names a DXF after it', async () => {
    const user = await openHouse()
    const pages = within(await screen.findByRole('group', { name: 'Pages' }))
    const [unnamed] = pages.getAllByRole('button').map(({ textContent }) => textContent ?? '')
    await user.click(pages.getByRole('checkbox', { name: unnamed ?? '' }))
    await user.click(screen.getByRole('radio', { name: 'DXF' }))
    expect(screen.getByText('DXF has real sizes in metres, with layers by class.')).toBeTruthy()
    await user.click(save('DXF'))
    await waitFor(() => expect(listSaved()).toHaveLength(2))
    expect(await readSaved(0)).toContain('IfcWall view')
  })

  test('says that a storey without a cut cannot be created', async () => {
    await openHouse({ computeStorey: async () => null })
    expect((await screen.findByRole('alert')).textContent).toContain('There is nothing to draw here')
  })

  test('explains how to get a page from a model without storeys', async () => {
    await openHouse({ hasStoreys: false })
    expect(await screen.findByText(/^This model has no storeys or sections/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  })

  test('says so when the font cannot be loaded', async () => {
    vi.mocked(fontsModule.loadFaces).mockRejectedValue(new PrintError('font-unavailable', 'HTTP 503'))
    await openHouse()
    expect((await screen.findByRole('alert')).textContent).toContain('The font of printed pages couldn’t be downloaded')
  })
  test('says that the font is not on this device when there is no network', async () => {
    vi.mocked(fontsModule.loadFaces).mockRejectedValue(new TypeError('offline'))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openHouse()
    expect((await screen.findByRole('alert')).textContent).toContain('the font of printed pages isn’t stored on it')
  })
})
