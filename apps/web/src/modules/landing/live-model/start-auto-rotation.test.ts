import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as viewerModule from '@kamar/viewer'
import type { Viewer } from '@kamar/viewer'
import { packagedModel } from './packaged-model.js'
import { startAutoRotation } from './start-auto-rotation.js'

const engine = {
  angles: [] as number[],
  theme: [] as string[],
  disposed: 0,
  error: null as Error | null,
}

let frames: ((now: number) => void)[]
let now: number
let see: (isIntersecting: boolean) => void
const tooSlow = vi.fn()

beforeEach(() => {
  frames = []
  now = 10_000
  tooSlow.mockReset()
  Object.assign(engine, { angles: [], theme: [], disposed: 0, error: null })
  vi.spyOn(viewerModule, 'createViewer').mockImplementation((_container, options) => {
    engine.theme.push(`${options?.theme} ${options?.viewCube} ${options?.keyboard}`)
    return {
      camera: { orbitBy: (radians: number) => void engine.angles.push(radians) },
      load: () => (engine.error ? Promise.reject(engine.error) : Promise.resolve()),
      setTheme: (theme: string) => void engine.theme.push(theme),
      dispose: () => void (engine.disposed += 1),
    } as unknown as Viewer
  })
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => void (frames = []))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => callback([{ isIntersecting }])
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Draws so many frames, so many milliseconds apart. */
function draw(frameCount: number, milliseconds: number): void {
  for (let frame = 0; frame < frameCount; frame += 1) {
    now += milliseconds
    for (const run of frames.splice(0)) run(now)
  }
}
const getRotatedRadians = (): number => engine.angles.reduce((sum, angle) => sum + angle, 0)
const start = () => startAutoRotation(document.createElement('div'), tooSlow)

describe('landing page model', () => {
  test('rotates once a minute while it is visible', async () => {
    await start()
    draw(10, 40)
    expect(engine.angles).toEqual([])
    see(true)
    draw(1, 40)
    draw(100, 40)
    expect(getRotatedRadians()).toBeCloseTo((4_000 / 60_000) * 2 * Math.PI, 6)
    see(false)
    draw(100, 40)
    expect(getRotatedRadians()).toBeCloseTo((4_000 / 60_000) * 2 * Math.PI, 6)
  })

  test('pauses on request and resumes at the same angle', async () => {
    const model = await start()
    see(true)
    model.setRotating(false)
    draw(50, 40)
    expect(engine.angles).toEqual([])
    model.setRotating(true)
    // The rotation does not jump after the pause.
    draw(1, 60_000)
    draw(10, 40)
    expect(getRotatedRadians()).toBeCloseTo((400 / 60_000) * 2 * Math.PI, 6)
  })

  test('draws only as many frames as slow rotation needs', async () => {
    await start()
    see(true)
    draw(1, 40)
    draw(60, 17)
    expect(engine.angles.length).toBeLessThanOrEqual(31)
  })

  test('stops at the twelfth slow frame in a row', async () => {
    await start()
    see(true)
    draw(11, 100)
    draw(1, 40)
    draw(11, 100)
    expect(tooSlow).not.toHaveBeenCalled()
    draw(1, 100)
    expect(tooSlow).toHaveBeenCalledTimes(1)
    expect(frames).toEqual([])
  })

  test('has no view cube and no keyboard control, and disposes its viewer', async () => {
    const model = await start()
    expect(engine.theme).toEqual(['light false false'])
    model.dispose()
    expect(engine.disposed).toBe(1)
    expect(frames).toEqual([])
  })

  test('disposes its viewer when loading fails', async () => {
    engine.error = new Error('gone')
    await expect(start()).rejects.toThrow('gone')
    expect(engine.disposed).toBe(1)
  })
})

describe('landing page package', () => {
  test('is fetched by its package paths', async () => {
    const requests: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      requests.push(address)
      return Promise.resolve(new Response(address.includes('manifest') ? '{"format":"kamar-view-package"}' : 'bytes'))
    })
    const { signal } = new AbortController()
    expect(await packagedModel.fetchManifest(signal)).toEqual({ format: 'kamar-view-package' })
    expect((await packagedModel.fetchFile('scene/000.bin', signal)).byteLength).toBe(5)
    expect(requests.map((address) => /[^/]+\.(json|bin)/.exec(address)?.[0])).toEqual(['manifest.json', '000.bin'])
  })

  test('reports the status of a missing file', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })))
    await expect(packagedModel.fetchFile('tree.bin', new AbortController().signal)).rejects.toThrow('404')
  })
})
