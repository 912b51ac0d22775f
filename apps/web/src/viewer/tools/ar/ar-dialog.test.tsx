import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { deferred } from '../../../testing/deferred.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { ArDialog, type OpenModel } from './ar-dialog.js'
import * as modelViewerModule from './load-model-viewer.js'
import type { ModelViewerElement } from './load-model-viewer.js'
import type { RemoteReply, RemoteRequest } from './remote/remote-messages.js'

/** Elements that the page would pass to model-viewer, without a GPU. */
const views: ModelViewerElement[] = []

/** Mock of the worker, controlled by the test. */
class TestWorker extends EventTarget {
  static last: TestWorker | null = null
  request: RemoteRequest | null = null
  isEnded = false

  constructor() {
    super()
    TestWorker.last = this
  }

  postMessage(request: RemoteRequest): void {
    this.request = request
  }

  emitMessage(data: RemoteReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  terminate(): void {
    this.isEnded = true
  }
}

let server: StubServer
const house: OpenModel = { urn: 'urn-1', name: 'House.ifc', stage: 'ready' }

beforeEach(() => {
  server = stubServer()
  accessToken.write('token-1')
  views.length = 0
  vi.spyOn(modelViewerModule, 'loadModelViewer').mockResolvedValue(undefined)
  vi.spyOn(modelViewerModule, 'createModelViewer').mockImplementation(() => {
    const view = Object.assign(document.createElement('div'), { activateAR: vi.fn(() => Promise.resolve()) })
    views.push(view as unknown as ModelViewerElement)
    return view as unknown as ModelViewerElement
  })
  TestWorker.last = null
  vi.stubGlobal('Worker', TestWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  return cleanUpPage()
})

const show = (open: OpenModel | null = house) =>
  renderPart(<ArDialog open={open} address="" onClose={() => undefined} />)
const address = () => screen.getByLabelText('URL of a .glb or .gltf file')
const showButton = () => screen.getByRole('button', { name: 'Show' })
function openQuickLook(): void {
  const tokens = Object.getPrototypeOf(document.createElement('a').relList) as DOMTokenList
  vi.spyOn(tokens, 'supports').mockReturnValue(true)
}
const finishLoading = async () => {
  await waitFor(() => expect(views).toHaveLength(1))
  views[0]?.dispatchEvent(new Event('load'))
}

describe('AR model address', () => {
  test('is required before anything is fetched', async () => {
    const { user } = await show()
    await user.click(showButton())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please paste a direct .glb or .gltf URL that is CORS enabled.',
    )
    expect(address().getAttribute('aria-invalid')).toBe('true')
    expect(TestWorker.last).toBeNull()
  })

  test('is rejected with a scheme other than https', async () => {
    const { user } = await show()
    await user.type(address(), 'ftp://example.com/chair.glb')
    await user.click(showButton())
    expect((await screen.findByRole('alert')).textContent).toBe('The URL must begin with https://')
    expect(TestWorker.last).toBeNull()
  })

  test('adds the USDZ of the same name for iOS where it exists', async () => {
    const { user } = await show()
    await user.type(address(), 'https://example.com/chair.glb')
    await user.click(showButton())
    expect(TestWorker.last?.request).toEqual({
      address: 'https://example.com/chair.glb',
      usdz: 'https://example.com/chair.usdz',
    })
    TestWorker.last?.emitMessage({ type: 'model', bytes: new ArrayBuffer(8), hasUsdz: true })
    await waitFor(() => expect(views).toHaveLength(1))
    expect(views[0]).toMatchObject({ iosSrc: 'https://example.com/chair.usdz' })
    expect(views[0]?.src).toMatch(/^blob:/)
    expect(TestWorker.last?.isEnded).toBe(true)
  })

  test('leaves the USDZ to the browser where there is none', async () => {
    const { user } = await show()
    await user.type(address(), 'https://example.com/chair.glb')
    await user.click(showButton())
    TestWorker.last?.emitMessage({ type: 'model', bytes: new ArrayBuffer(8), hasUsdz: false })
    await waitFor(() => expect(views[0]).toMatchObject({ iosSrc: null }))
  })

  test('accepts a typed USDZ address and rejects an invalid one', async () => {
    const { user } = await show()
    const usdz = screen.getByLabelText('.usdz file for iPhone and iPad (optional)')
    await user.type(address(), 'https://example.com/chair.glb')
    await user.type(usdz, 'chair.usdz')
    await user.click(showButton())
    expect((await screen.findByRole('alert')).textContent).toBe('The URL must begin with https://')
    await user.clear(usdz)
    await user.type(usdz, 'https://example.com/other.usdz')
    await user.click(showButton())
    expect(TestWorker.last?.request?.usdz).toBeNull()
    TestWorker.last?.emitMessage({ type: 'model', bytes: new ArrayBuffer(8), hasUsdz: false })
    await waitFor(() => expect(views[0]).toMatchObject({ iosSrc: 'https://example.com/other.usdz' }))
  })

  test.each([
    [{ reason: 'blocked', detail: '' }, 'allows other sites to read it (CORS)'],
    [{ reason: 'status', detail: '404' }, 'its server returned 404'],
    [{ reason: 'format', detail: '' }, 'No valid glTF model'],
    [{ reason: 'extension', detail: 'KHR_texture_basisu' }, 'KHR_texture_basisu'],
    [{ reason: 'size', detail: '' }, 'too large'],
  ] as const)('shows an explanation for %j', async (failure, expected) => {
    const { user } = await show()
    await user.type(address(), 'https://example.com/chair.glb')
    await user.click(showButton())
    TestWorker.last?.emitMessage({ type: 'fraction', fraction: 0.5 })
    TestWorker.last?.emitMessage({ type: 'problem', ...failure })
    expect((await screen.findByRole('alert')).textContent).toContain(expected)
  })
})

describe('AR view of the open model', () => {
  const route = (kind: string) => `POST /api/packages/urn-1/exports/${kind}`
  const files = { 'glb-phone': 'phone.glb', usdz: 'model.usdz' }
  const ready = (kind: keyof typeof files) =>
    json({ state: 'ready', fraction: 1, size: 4, path: `/api/derivatives/urn-1/exports/${files[kind]}` })

  test('shows the progress of the export and then the model', async () => {
    let requestCount = 0
    const exportResponse = deferred<Response>()
    server.on(route('glb-phone'), () =>
      ++requestCount < 2 ? json({ state: 'working', fraction: 0.4, size: null, path: null }) : exportResponse.promise,
    )
    server.on('GET /api/derivatives/urn-1/exports/phone.glb', () => new Response('glTF'))
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'This model' }))
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
    exportResponse.resolve(ready('glb-phone'))
    await finishLoading()
    expect(views[0]).toMatchObject({ alt: 'House.ifc', iosSrc: null })
    expect(await screen.findByText(/This device cannot show augmented reality|needs a secure connection/)).toBeTruthy()
  })

  test('opens a USDZ export in Quick Look', async () => {
    openQuickLook()
    for (const kind of ['glb-phone', 'usdz'] as const) server.on(route(kind), () => ready(kind))
    for (const name of Object.values(files)) {
      server.on(`GET /api/derivatives/urn-1/exports/${name}`, () => new Response('bytes'))
    }
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'This model' }))
    await finishLoading()
    expect(views[0]?.iosSrc).toMatch(/^blob:/)
    const clickedLinks: HTMLAnchorElement[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function open(this: HTMLAnchorElement) {
      clickedLinks.push(this)
    })
    await user.click(await screen.findByRole('button', { name: 'Place it in your room' }))
    expect(clickedLinks[0]).toMatchObject({ rel: 'ar', href: views[0]?.iosSrc, download: 'model.usdz' })
    expect(clickedLinks[0]?.firstElementChild?.tagName).toBe('IMG')
  })

  test('starts WebXR where the browser supports it', async () => {
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator) as Navigator, { xr: { isSessionSupported: () => Promise.resolve(true) } }),
    )
    server.on(route('glb-phone'), () => ready('glb-phone'))
    server.on('GET /api/derivatives/urn-1/exports/phone.glb', () => new Response('glTF'))
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'This model' }))
    await finishLoading()
    await user.click(await screen.findByRole('button', { name: 'Place it in your room' }))
    expect(views[0]?.activateAR).toHaveBeenCalledOnce()
  })

  test('shows why the export failed', async () => {
    server.on(route('glb-phone'), () => errorResponse(500, 'export-failed', 'This export couldn’t be created'))
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'This model' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This export couldn’t be created')
  })

  test.each([
    ['loading', 'Loading model...'],
    ['nothing', 'This model isn’t translated yet or has no surfaces.'],
  ] as const)('is disabled in the stage %s', async (stage, expected) => {
    await show({ ...house, stage })
    expect(screen.getByRole('button', { name: 'This model' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(expected)).toBeTruthy()
  })

  test('shows an error for a model that model-viewer cannot draw', async () => {
    const { user } = await show(null)
    await user.type(address(), 'https://example.com/chair.glb')
    await user.click(showButton())
    TestWorker.last?.emitMessage({ type: 'model', bytes: new ArrayBuffer(8), hasUsdz: false })
    await waitFor(() => expect(views).toHaveLength(1))
    views[0]?.dispatchEvent(new Event('error'))
    expect((await screen.findByRole('alert')).textContent).toContain('No valid glTF model')
  })
})

test('AR dialog shows a QR code of its page and warns about a local address', async () => {
  await show()
  expect(screen.getByRole('img', { name: 'QR code with the address of this page' })).toBeTruthy()
  expect(screen.getByText(/only reachable from this computer/)).toBeTruthy()
})
