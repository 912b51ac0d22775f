import type { Manifest } from '@kamar/package-format/read'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'
import type { ViewerError } from '../errors.js'
import type { PageBudget } from '../frame-loop.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { ChunkDecoder } from '../stream/chunk-decoder.js'
import type { PackageLoader } from '../types.js'
import type { ModelContent } from './model-content.js'
import { ModelSession, type SessionHost } from './model-session.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

let base: Manifest
beforeAll(async () => {
  const testPackage = await writeTestPackage((scene) => {
    addElement(scene, { name: 'Box', mesh: boxMesh([0, 0, 0], [1, 1, 1]), at: placedAt(0, 0, 0) })
  })
  base = testPackage.manifest
})

/** Creates a manifest with these chunks and files. */
const createManifest = (
  state: 'inprogress' | 'complete',
  chunks: readonly string[],
  files: string[] = [],
): Manifest => ({
  ...base,
  state,
  chunks: chunks.map((path) => ({ ...base.chunks[0], path })),
  files: files.map((path) => ({ ...base.files[0], path })),
})

interface FakeContent {
  manifest: Manifest
  appended: string[]
  hiddenKnown: boolean
  isDisposed: boolean
  isFinished: boolean
  residency: object | null
  cells: object | null
}

/** Records what happens to the contents of a session. */
class World {
  readonly log: string[] = []
  readonly contents: FakeContent[] = []
  readonly files = new Map<string, Uint8Array>()
  manifests: Manifest[] = []
  isFull = false
  isRendering = true
  isBackgroundLoad = false
  residency: object | null = null
  cells: object | null = null
  hidden: Uint8Array | null = null
  closed = 0
  yields = 0
  modes: (string | undefined)[] = []
  onTake: (path: string) => void = () => undefined
  subscribe: PackageLoader['subscribe']

  readonly session: ModelSession

  constructor(setup: (world: World) => void) {
    setup(this)
    // The manifests of the tests have only what a session reads.
    const loader: PackageLoader = {
      fetchManifest: async () => (this.manifests.length > 1 ? this.manifests.shift() : this.manifests[0]),
      fetchFile: async (path) => {
        const file = this.files.get(path)
        if (file === undefined) throw new TypeError(`no file ${path}`)
        return file
      },
      ...(this.subscribe && { subscribe: this.subscribe }),
    }
    this.session = new ModelSession(this.#host(), loader)
  }

  chunks(...paths: string[]): void {
    for (const path of paths) this.files.set(path, new TextEncoder().encode(path))
  }
  run(): Promise<string> {
    const result = this.session.run().then(
      (manifest) => manifest.state as string,
      (error: ViewerError) => error.code,
    )
    return vi.advanceTimersByTimeAsync(60_000).then(() => result)
  }
  get visibleContent(): FakeContent | undefined {
    const last = this.log.findLast((line) => line.startsWith('show '))
    return last === undefined ? undefined : this.contents[Number(last.slice(5))]
  }

  #host(): SessionHost {
    const isRendering = (): boolean => this.isRendering
    return {
      get isRendering() {
        return isRendering()
      },
      isBackgroundLoad: this.isBackgroundLoad,
      createContent: async (manifest) => this.#createContent(manifest),
      isFull: () => this.isFull,
      showContent: (content) => this.log.push(`show ${this.contents.indexOf(content as unknown as FakeContent)}`),
      manifestChanged: ({ state }) => this.log.push(state),
      contentChanged: () => this.log.push('changed'),
      contentGrew: () => this.log.push('grew'),
      progress: ({ fraction, chunksLoaded, chunkCount }) => this.log.push(`${chunksLoaded}/${chunkCount} ${fraction}`),
      budget: {
        yieldIfOverBudget: async () => void this.yields++,
        run: (work: () => void) => work(),
      } as unknown as PageBudget,
      hiddenElements: async () => this.hidden,
      markHidden: (hidden) => this.log.push(`hidden ${[...hidden].join('')}`),
      createDecoder: (): ChunkDecoder => ({
        build: async (bytes, mode) => {
          this.modes.push(mode)
          return { path: new TextDecoder().decode(bytes as Uint8Array) } as unknown as GpuChunk
        },
        close: () => this.closed++,
      }),
    }
  }

  #createContent(manifest: Manifest): ModelContent {
    const content: FakeContent = {
      manifest,
      appended: [],
      hiddenKnown: false,
      isDisposed: false,
      isFinished: false,
      residency: this.residency,
      cells: manifest.state === 'complete' ? this.cells : null,
    }
    this.contents.push(content)
    Object.defineProperty(content, 'instances', { get: () => ({ count: content.appended.length }) })
    Object.assign(content, {
      append: (chunk: { path: string }) => {
        content.appended.push(chunk.path)
        this.onTake(chunk.path)
      },
      refreshColors: () => undefined,
      finish: () => (content.isFinished = true),
      dispose: () => (content.isDisposed = true),
      showTextures: async () => true,
    })
    return content as unknown as ModelContent
  }
}

const complete = (): Manifest => createManifest('complete', ['a', 'b', 'c'])

describe('ModelSession with a complete package', () => {
  it('shows the content first, and then adds its chunks in order', async () => {
    const world = new World((one) => {
      one.manifests = [complete()]
      one.chunks('a', 'b', 'c')
    })
    expect(await world.run()).toBe('complete')
    const [content] = world.contents
    expect(content.appended).toEqual(['a', 'b', 'c'])
    expect([content.isFinished, content.hiddenKnown, content.isDisposed, world.closed]).toEqual([true, true, false, 1])
    const steps = world.log.filter((line) => line !== 'grew')
    expect(steps).toEqual([
      'complete',
      'show 0',
      '1/3 0.3333333333333333',
      '2/3 0.6666666666666666',
      '3/3 1',
      'changed',
    ])
    expect(world.modes).toEqual(['joined', 'joined', 'joined'])
    // The page stays responsive between chunks.
    expect(world.yields).toBe(3)
  })

  it('shows a model of cells with its first frame, and leaves its chunks to the view', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['p0']), complete()]
      one.cells = {
        load: async () => void one.log.push('first cells'),
        loadBoxes: async () => void one.log.push('boxes'),
      }
      one.chunks('p0')
    })
    expect(await world.run()).toBe('complete')
    expect(world.log.slice(world.log.lastIndexOf('complete')).filter((line) => line !== 'grew')).toEqual([
      'complete',
      'show 1',
      'first cells',
      'boxes',
      '3/3 1',
    ])
    expect(world.contents[1].appended).toEqual([])
    expect(world.contents[1].hiddenKnown).toBe(true)
  })

  it('builds separate chunks for a content that evicts them', async () => {
    const world = new World((one) => {
      one.manifests = [complete()]
      one.residency = {}
      one.chunks('a', 'b', 'c')
    })
    await world.run()
    expect(world.modes).toEqual(['separate', 'separate', 'separate'])
  })

  it('marks what is hidden by default', async () => {
    const world = new World((one) => {
      one.manifests = [complete()]
      one.hidden = Uint8Array.of(0, 1)
      one.chunks('a', 'b', 'c')
    })
    await world.run()
    expect(world.log).toContain('hidden 01')
  })

  it('fetches no shapes without rendering, but marks what is hidden', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['a']), complete()]
      one.isRendering = false
      one.hidden = Uint8Array.of(1)
    })
    expect(await world.run()).toBe('complete')
    expect([world.contents, world.log]).toEqual([[], ['inprogress', 'complete', 'hidden 1']])
  })

  it('loads the shapes if rendering starts while the hidden elements load', async () => {
    const world = new World((one) => {
      one.manifests = [complete()]
      one.isRendering = false
      one.hidden = Uint8Array.of(1)
      one.chunks('a', 'b', 'c')
    })
    const running = world.run()
    world.isRendering = true
    expect(await running).toBe('complete')
    expect(world.log).toContain('3/3 1')
  })

  it('shows a model that loads behind another one only at the end', async () => {
    const world = new World((one) => {
      one.manifests = [complete()]
      one.isBackgroundLoad = true
      one.chunks('a', 'b', 'c')
    })
    await world.run()
    expect(world.log.indexOf('show 0')).toBeGreaterThan(world.log.indexOf('3/3 1'))
  })

  it('rejects when a chunk is missing, with its path, and closes the decoder', async () => {
    const world = new World((one) => {
      one.manifests = [complete()]
      one.chunks('a', 'c')
    })
    expect(await world.run()).toBe('fetch-failed')
    expect([world.contents[0].appended, world.contents[0].isFinished, world.closed]).toEqual([['a'], false, 1])
  })

  it('rejects a damaged list of exterior objects', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('complete', ['a'], ['exterior.bin'])]
      one.chunks('a', 'exterior.bin')
    })
    expect(await world.run()).toBe('package-damaged')
  })

  it('stops between two chunks when it is cancelled', async () => {
    const world: World = new World((one) => {
      one.manifests = [complete()]
      one.chunks('a', 'b', 'c')
      one.onTake = (path) => (path === 'b' ? world.session.cancel() : undefined)
    })
    expect(await world.run()).toBe('cancelled')
    expect(world.contents[0].appended).toEqual(['a', 'b'])
    world.session.disposeUnshown(null)
    expect(world.contents[0].isDisposed).toBe(true)
  })

  it('disposes what is not on screen, and nothing else', async () => {
    const world: World = new World((one) => {
      one.manifests = [complete()]
      one.chunks('a', 'b', 'c')
      one.onTake = () => world.session.cancel()
    })
    await world.run()
    world.session.disposeUnshown(world.contents[0] as unknown as ModelContent)
    expect(world.contents[0].isDisposed).toBe(false)
  })

  it.each([
    ['is not a manifest', [], 'package-damaged'],
    ['cannot be fetched', new TypeError('network'), 'fetch-failed'],
  ] as const)('rejects when the manifest %s', async (_, response, code) => {
    const world = new World((one) => {
      Object.defineProperty(one, 'manifests', {
        get: () => {
          if (response instanceof Error) throw response
          return [response]
        },
      })
    })
    expect(await world.run()).toBe(code)
  })
})

describe('ModelSession with a provisional package', () => {
  it('adds new provisional chunks until the complete package replaces them in one frame', async () => {
    const world = new World((one) => {
      one.manifests = [
        createManifest('inprogress', []),
        createManifest('inprogress', ['p0']),
        createManifest('inprogress', ['p0', 'p1', 'p2']),
        complete(),
      ]
      one.chunks('p0', 'p1', 'p2', 'a', 'b', 'c')
    })
    expect(await world.run()).toBe('complete')
    const [provisional, final] = world.contents
    expect([provisional.appended, final.appended]).toEqual([
      ['p0', 'p1', 'p2'],
      ['a', 'b', 'c'],
    ])
    // One decoder each; what is hidden is unknown, so that nothing waits for it.
    expect([world.closed, provisional.hiddenKnown, provisional.manifest.chunks.length]).toEqual([2, true, 3])
    expect(world.log.indexOf('show 1')).toBeGreaterThan(world.log.lastIndexOf('3/3 1'))
    expect(world.visibleContent).toBe(final)
  })

  it('shows the complete package as it grows where memory does not hold two', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['p0']), complete()]
      one.residency = {}
      one.chunks('p0', 'a', 'b', 'c')
    })
    await world.run()
    expect(world.log.indexOf('show 1')).toBeLessThan(world.log.indexOf('1/3 0.3333333333333333'))
  })

  it('begins anew where the first provisional chunk is another one', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['p0']), createManifest('inprogress', ['q0']), complete()]
      one.chunks('p0', 'q0', 'a', 'b', 'c')
    })
    await world.run()
    expect(world.contents.map(({ appended }) => appended)).toEqual([['p0'], ['q0'], ['a', 'b', 'c']])
    expect(world.closed).toBe(3)
  })

  it('loads no more of it once memory is full', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['p0']), createManifest('inprogress', ['p0', 'p1']), complete()]
      one.chunks('p0', 'p1', 'a', 'b', 'c')
      one.onTake = () => (one.isFull = true)
    })
    await world.run()
    expect(world.contents[0].appended).toEqual(['p0'])
  })

  it('fetches the manifest at once when a provisional chunk is gone', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['gone']), complete()]
      one.chunks('a', 'b', 'c')
    })
    const start = performance.now()
    const result = world.session.run()
    // Two retries of the fetch take 1.25 seconds; a poll would take one more.
    await vi.advanceTimersByTimeAsync(1300)
    expect((await result).state).toBe('complete')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('polls every second, or every ten where the server pushes', async () => {
    for (const [subscribe, seconds] of [
      [undefined, 1],
      [() => () => undefined, 10],
    ] as const) {
      const world = new World((one) => {
        one.manifests = [createManifest('inprogress', []), createManifest('inprogress', []), complete()]
        one.chunks('a', 'b', 'c')
        one.subscribe = subscribe
      })
      void world.session.run()
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(world.log).toEqual(['inprogress'])
      await vi.advanceTimersByTimeAsync(1)
      expect(world.log).toEqual(['inprogress', 'inprogress'])
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      expect(world.log).toContain('complete')
    }
  })

  it('fetches a pushed manifest at once, also one announced while it loads', async () => {
    let push: () => void = () => undefined
    let subscriptions = 0
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', []), createManifest('inprogress', ['p0']), complete()]
      one.chunks('p0', 'a', 'b', 'c')
      one.subscribe = (changed) => {
        push = changed
        subscriptions++
        return () => subscriptions--
      }
      one.onTake = (path) => (path === 'p0' ? push() : undefined)
    })
    const result = world.session.run()
    await vi.advanceTimersByTimeAsync(0)
    expect([world.log, subscriptions]).toEqual([['inprogress'], 1])
    push()
    await vi.advanceTimersByTimeAsync(0)
    expect((await result).state).toBe('complete')
    expect(subscriptions).toBe(0)
  })

  it('stops waiting when it is cancelled', async () => {
    const world = new World((one) => (one.manifests = [createManifest('inprogress', [])]))
    const result = world.session.run().catch((error: ViewerError) => error.code)
    await vi.advanceTimersByTimeAsync(10)
    world.session.cancel()
    await vi.advanceTimersByTimeAsync(0)
    expect([await result, world.session.signal.aborted]).toEqual(['cancelled', true])
  })

  it('closes its decoder when it is disposed while it waits', async () => {
    const world = new World((one) => {
      one.manifests = [createManifest('inprogress', ['p0'])]
      one.chunks('p0')
    })
    const result = world.session.run().catch((error: ViewerError) => error.code)
    await vi.advanceTimersByTimeAsync(10)
    world.session.cancel()
    world.session.disposeUnshown(null)
    await vi.advanceTimersByTimeAsync(0)
    expect([await result, world.closed, world.contents[0].isDisposed]).toEqual(['cancelled', 1, true])
  })
})
