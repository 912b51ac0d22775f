import { encodeExterior, type ExteriorSet, type Manifest } from '@kamar/package-format'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeGl } from '../../testing/fake-gl.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { ViewerError } from '../errors.js'
import { PageBudget } from '../frame-loop.js'
import { ModelBatches } from '../render/model-batches.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { MemoryBudget } from '../residency/memory-budget.js'
import { elementFlag, ElementStates } from '../store/element-states.js'
import { drawMode } from '../store/instance-colors.js'
import { ReadyDecoder } from '../stream/chunk-decoder.js'
import type { ModelProgress, PackageLoader, Point } from '../types.js'
import { Arrangement } from './arrangement.js'
import type { ModelContent } from './model-content.js'
import { OpenModel, type ModelHost } from './open-model.js'

let building: TestPackage
let roles: TestBuilding
let house: TestPackage
let houseRoles: TestHouse
beforeAll(async () => {
  building = await writeTestPackage((scene) => void (roles = buildBuilding(scene)))
  house = await writeTestPackage((scene) => void (houseRoles = buildHouse(scene)))
})
beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, 0))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const colors = { ghost: [1, 2, 3], ghostOpacity: 0.1 } as const

/** A model of a package with a host that records what it is told. */
class World {
  readonly gl = new FakeGl()
  readonly log: string[] = []
  readonly progress: ModelProgress[] = []
  readonly states = new ElementStates()
  readonly memory = new MemoryBudget(2 ** 30)
  readonly fetched: string[] = []
  readonly files: Map<string, Uint8Array>
  manifest: Manifest
  isRendering = true
  isBackgroundLoad = false
  content: ModelContent | null = null
  onFetch: (path: string) => void | Promise<void> = () => undefined
  readonly model: OpenModel

  constructor(source: TestPackage, setup: (world: World) => void = () => undefined) {
    this.files = new Map(source.files)
    this.manifest = source.manifest
    setup(this)
    this.model = new OpenModel(this.#loader(), this.#host())
  }

  static async open(source: TestPackage, setup?: (world: World) => void): Promise<World> {
    const world = new World(source, setup)
    await world.model.load()
    return world
  }

  #loader(): PackageLoader {
    return {
      fetchManifest: async () => structuredClone(this.manifest),
      fetchFile: async (path) => {
        this.fetched.push(path)
        await this.onFetch(path)
        const file = this.files.get(path)
        if (file === undefined) throw new TypeError(`no file ${path}`)
        return file.slice()
      },
    }
  }

  #host(): ModelHost {
    const isStarted = (): boolean => this.isRendering
    const renderer = {
      get isStarted() {
        return isStarted()
      },
      createModel: () => new ModelBatches(this.gl.context, true),
      resetState: () => undefined,
    } as unknown as SceneRenderer
    return {
      renderer,
      states: this.states,
      budget: new PageBudget(),
      memory: this.memory,
      isBackgroundLoad: this.isBackgroundLoad,
      stateColors: () => colors,
      showContent: (content) => {
        this.content = content
        this.log.push(content === null ? 'show nothing' : 'show')
      },
      grew: () => this.log.push('grew'),
      changed: () => this.log.push('changed'),
      residencyChanged: () => this.log.push('residency'),
      boundsChanged: () => this.log.push('bounds'),
      progress: (progress) => this.progress.push(progress),
      createDecoder: () => new ReadyDecoder(null).take(),
      createSearchWorker: null,
    }
  }
}

const rayDown = (x: number, y: number) =>
  ({ origin: [x, y, 50] as Point, direction: [0, 0, -1] as Point, pixelSize: 0, pixelGrowth: 0 }) as const
const pickable = { isPickable: () => true, cuts: new Float64Array(0) }

describe('OpenModel', () => {
  it('has no manifest, tree, content or bounds before it loads', async () => {
    const { model } = new World(building)
    expect(() => model.manifest).toThrow(ViewerError)
    await expect(model.tree).rejects.toMatchObject({ code: 'fetch-failed' })
    expect([model.manifestNow, model.treeNow, model.content, model.picker, model.bounds, model.instanceCount]).toEqual([
      null,
      null,
      null,
      null,
      null,
      0,
    ])
    expect([model.pick(rayDown(1, 1), pickable), model.computeBounds([1]), model.computeSupport(null)]).toEqual([
      null,
      null,
      null,
    ])
    expect([model.shapes.length, model.hasShape(0)]).toEqual([0, false])
  })

  it('loads every instance, with progress and bounds', async () => {
    const { model, progress, log, content } = await World.open(building)
    const { counts } = building.manifest
    expect([model.instanceCount, model.manifest.counts.nodes]).toEqual([counts.instances, counts.nodes])
    expect(progress.at(-1)).toMatchObject({ fraction: 1, instances: counts.instances, state: 'complete' })
    expect([log.includes('bounds'), log.at(-1), content === model.content]).toEqual([true, 'grew', true])
    expect(content?.loading).toBe(false)
    expect(model.bounds).toEqual(building.manifest.bounds)
  })

  it('picks the nearest pickable element, through glass on request', async () => {
    const { model, states } = await World.open(house)
    const through: Parameters<OpenModel['pick']>[0] = {
      origin: [10, -20, 3],
      direction: [0, 1, 0],
      pixelSize: 0,
      pixelGrowth: 0,
    }
    expect(model.pick(through, pickable)?.element).toBe(houseRoles.pane)
    const secondHit = model.pick(through, { ...pickable, throughGlass: true })
    expect(secondHit?.distance).toBeGreaterThan(20.2)
    expect(model.pick(rayDown(10, 6), pickable)?.element).toBe(houseRoles.roof)
    const isPickable = (element: number): boolean => element !== houseRoles.roof
    expect(model.pick(rayDown(10, 6), { ...pickable, isPickable })?.element).not.toBe(houseRoles.roof)
    // The side z ≤ 5 stays.
    expect(model.pick(rayDown(10, 6), { ...pickable, cuts: Float64Array.of(0, 0, -1, 5) })?.element).not.toBe(
      houseRoles.roof,
    )
    // The space is hidden by default.
    expect(states.flagsOf(houseRoles.space) & elementFlag.hidden).toBe(elementFlag.hidden)
  })

  it('knows shapes, descendants and the box of elements', async () => {
    const { model } = await World.open(building)
    await model.tree
    expect([model.hasShape(roles.door), model.hasShape(roles.ground)]).toEqual([true, false])
    const shaped = [...model.shapes].flatMap((has, element) => (has === 1 ? [element] : []))
    expect(shaped).toContain(roles.slab)
    expect(shaped).not.toContain(roles.upper)
    expect(new Set(model.withDescendants([roles.upper]))).toEqual(
      new Set([roles.upper, roles.upperSlab, roles.upperWall, ...roles.columns]),
    )
    const box = model.computeBounds([roles.upper])
    expect(box?.min.map((value) => Math.round(value * 10) / 10)).toEqual([0, 0, 2.7])
    expect(box?.max.map((value) => Math.round(value * 10) / 10)).toEqual([9.5, 8, 6])
    expect(model.computeBounds([0])?.min[2]).toBeCloseTo(-0.3, 2)
  })

  it('fits what is visible, or the given elements', async () => {
    const { model, states, content } = await World.open(building)
    await model.tree
    expect(model.computeSupport(null)?.([0, 0, 1])).toBeCloseTo(6, 2)
    for (const element of model.withDescendants([roles.upper])) states.setHidden(element, true)
    content?.refreshColors(null)
    expect(model.computeSupport(null)?.([0, 0, 1])).toBeCloseTo(2.7, 2)
    expect(model.computeSupport([roles.upper])?.([0, 0, 1])).toBeCloseTo(6, 2)
    expect(model.computeSupport([999])).toBeNull()
    states.setHidden(0, true)
    for (let element = 0; element < building.manifest.counts.nodes; element++) states.setHidden(element, true)
    content?.refreshColors(null)
    // With everything hidden, the box of the model.
    expect(model.computeSupport(null)?.([0, 0, 1])).toBeCloseTo(6, 2)
  })

  it('runs an action once the tree has loaded, or not at all where there is none', async () => {
    const { model } = await World.open(building, (world) => {
      world.manifest = { ...world.manifest, files: world.manifest.files.filter(({ path }) => path !== 'tree.bin') }
    })
    let runs = 0
    model.whenTree(() => runs++)
    expect(model.treeNow).toBeNull()
    await expect(model.tree).rejects.toMatchObject({ code: 'fetch-failed' })
    const other = new World(building)
    await other.model.load()
    await other.model.tree
    other.model.whenTree(() => runs++)
    await Promise.resolve()
    expect(runs).toBe(0)
  })

  it('searches in the package, without a worker', async () => {
    const { model } = await World.open(building)
    expect((await model.search.search('door')).hits.map(({ element }) => element)).toEqual([roles.door])
    expect(model.search).toBe(model.search)
    expect((await model.properties.of(roles.slab)).map(({ name }) => name)).toEqual(['Common'])
  })

  it('applies an arrangement to what is loaded and to what follows', async () => {
    const shift = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 100] as const
    const world = new World(building)
    const arrangement = new Arrangement([{ endElement: Infinity, matrix: [...shift] }])
    world.model.arrangement = arrangement
    await world.model.load()
    expect(world.model.pick({ ...rayDown(4, 6), origin: [4, 6, 200] }, pickable)?.point[2]).toBeCloseTo(103, 2)
    arrangement.setFrames([])
    world.model.arranged()
    expect(world.model.pick({ ...rayDown(4, 6), origin: [4, 6, 200] }, pickable)?.point[2]).toBeCloseTo(3, 2)
    expect(world.log.at(-1)).toBe('changed')
  })

  it('shows nothing and frees the GPU when it is disposed', async () => {
    const { model, log, gl } = await World.open(building)
    expect(gl.usedBytes).toBeGreaterThan(0)
    model.dispose()
    expect([log.at(-1), model.content, gl.usedBytes]).toEqual(['show nothing', null, 0])
  })

  it('fetches no shapes without rendering; every element then counts as one with a shape', async () => {
    const { model, fetched, states } = await World.open(house, (world) => (world.isRendering = false))
    expect(fetched).toEqual(['tree.bin'])
    expect([model.instanceCount, Math.min(...model.shapes)]).toEqual([0, 1])
    expect(states.flagsOf(houseRoles.space) & elementFlag.hidden).toBe(1)
    expect(model.bounds).toEqual(house.manifest.bounds)
  })
})

describe('OpenModel whose rendering starts later', () => {
  it('loads its shapes when it is loaded again', async () => {
    const world = await World.open(house, (one) => (one.isRendering = false))
    world.isRendering = true
    expect(world.log).not.toContain('show')
    await world.model.load()
    expect(world.log).toContain('show')
    expect(world.model.instanceCount).toBe(house.manifest.counts.instances)
    expect(world.states.flagsOf(houseRoles.space) & elementFlag.hidden).toBe(1)
  })
})

describe('OpenModel without memory', () => {
  it('fetches a chunk again that failed for want of memory', async () => {
    const world = new World(building, (one) => {
      let failures = 1
      one.onFetch = (path) => {
        if (path.startsWith('scene/') && failures-- > 0) throw new RangeError('Array buffer allocation failed')
      }
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const loading = world.model.load()
      await vi.advanceTimersByTimeAsync(10_000)
      await loading
    } finally {
      vi.useRealTimers()
    }
    // The fetch itself is retried, so that the budget stays.
    expect([world.memory.bytes, world.model.instanceCount]).toEqual([2 ** 30, building.manifest.counts.instances])
  })

  it('loads within half of what it needs after the GPU failed once', async () => {
    const world = new World(building)
    vi.spyOn(world.gl, 'bufferData').mockImplementationOnce(() => {
      throw new ViewerError('out-of-memory', 'graphics card')
    })
    expect((await world.model.load()).state).toBe('complete')
    const { residency } = world.content as ModelContent
    expect(residency?.status.budget).toBe(world.memory.bytes)
    expect([world.memory.bytes < 2 ** 20, world.model.instanceCount]).toEqual([
      true,
      building.manifest.counts.instances,
    ])
    world.model.dispose()
  })

  it('halves the budget after the GPU failed, and rejects after it failed again', async () => {
    const world = new World(building)
    vi.spyOn(world.gl, 'bufferData').mockImplementation(() => {
      throw new ViewerError('out-of-memory', 'graphics card')
    })
    await expect(world.model.load()).rejects.toMatchObject({ code: 'out-of-memory' })
    expect(world.memory.bytes).toBeLessThan(2 ** 29)
    expect([world.model.content, world.log.filter((line) => line === 'show nothing').length]).toEqual([null, 2])
    expect(world.gl.usedBytes).toBe(0)
  })

  it('limits the shapes of a model that needs more than the budget', async () => {
    const world = await World.open(building, (one) => one.memory.halve(1000))
    expect(world.content?.residency?.status).toMatchObject({ budget: 500, chunks: building.manifest.chunks.length })
    expect(world.model.instanceCount).toBe(building.manifest.counts.instances)
    world.model.dispose()
  })

  it('stops loading a provisional package at half of the budget', async () => {
    const world = await World.open(building)
    const content = world.content as ModelContent
    const used = content.batches.byteLength + content.geometries.byteLength
    expect(world.model.isFull(content)).toBe(false)
    world.memory.halve(used * 4 - 8)
    expect([world.memory.bytes < used * 2, world.model.isFull(content)]).toEqual([true, true])
  })
})

describe('OpenModel with a lost context', () => {
  it('loads again what it showed, with the states of the user', async () => {
    const world = await World.open(house)
    world.states.setHidden(houseRoles.roof, true)
    world.states.setHidden(houseRoles.space, false)
    world.model.suspend()
    expect([world.content, world.model.content]).toEqual([null, null])
    await world.model.resume()
    expect(world.model.instanceCount).toBe(house.manifest.counts.instances)
    const getMode = (element: number): number =>
      world.content?.instanceColors.mode[world.content.elements.of(element)[0]] ?? -1
    expect([getMode(houseRoles.roof), getMode(houseRoles.south)]).toEqual([drawMode.none, drawMode.closed])
    expect(getMode(houseRoles.space)).not.toBe(drawMode.none)
    expect(world.memory.bytes).toBe(2 ** 30)
  })

  it('continues a load that it interrupted, with half of the memory', async () => {
    let suspended = 0
    const world: World = new World(house, (one) => {
      one.onFetch = (path) => {
        if (!path.startsWith('scene/') || suspended++ > 0) return
        queueMicrotask(() => {
          world.model.suspend()
          setTimeout(() => void world.model.resume(), 5)
        })
      }
    })
    expect((await world.model.load()).state).toBe('complete')
    expect([world.model.instanceCount, world.memory.bytes]).toEqual([house.manifest.counts.instances, 2 ** 29])
  })
})

describe('ModelContent', () => {
  const createExterior = (bits: Uint8Array): ExteriorSet => ({ instanceCount: bits.length * 8, bits, has: () => false })

  it('counts as ready once every object visible from outside is loaded', async () => {
    const { content } = await World.open(building)
    if (content === null) throw new Error('no content')
    content.exterior = null
    expect(content.exteriorReady).toBe(false)
    const { count } = content.instances
    const bits = new Uint8Array(Math.ceil((count + 8) / 8))
    bits[(count - 1) >> 3] |= 1 << ((count - 1) & 7)
    content.exterior = createExterior(bits)
    expect(content.exteriorReady).toBe(true)
    const nextBits = new Uint8Array(bits.length)
    nextBits[count >> 3] |= 1 << (count & 7)
    content.exterior = createExterior(nextBits)
    expect(content.exteriorReady).toBe(false)
    content.exterior = createExterior(new Uint8Array(bits.length))
    expect(content.exteriorReady).toBe(true)
    content.exterior = null
    expect([content.exteriorReady, content.exterior]).toEqual([false, null])
  })

  it('has the box of its chunks until the manifest has one, and a moved one while it is exploded', async () => {
    const { content } = await World.open(building, (one) => (one.manifest = { ...one.manifest, bounds: null }))
    const rounded = (point: Point | undefined): number[] =>
      [...(point ?? [])].map((value) => Math.round(value * 10) / 10)
    expect([rounded(content?.bounds?.min), rounded(content?.bounds?.max)]).toEqual([
      [0, 0, -0.3],
      [12, 8, 6],
    ])
    expect(content?.isDisplaced).toBe(false)
    content?.rearranged(0, { min: [-9, -9, -9], max: [9, 9, 9] })
    expect([content?.isDisplaced, content?.bounds?.min]).toEqual([true, [-9, -9, -9]])
    content?.rearranged(0, null)
    expect([content?.isDisplaced, rounded(content?.bounds?.max)]).toEqual([false, [12, 8, 6]])
  })

  it('repaints the instances of some elements, or of all', async () => {
    const { content, states } = await World.open(building)
    if (content === null) throw new Error('no content')
    const getMode = (element: number): number => content.instanceColors.mode[content.elements.of(element)[0]]
    states.setHidden(roles.slab, true)
    states.setHidden(roles.door, true)
    content.refreshColors([roles.slab])
    expect([getMode(roles.slab), getMode(roles.door) === drawMode.none]).toEqual([drawMode.none, false])
    content.refreshColors(null)
    expect(getMode(roles.door)).toBe(drawMode.none)
    states.setGhosted(roles.wall, true)
    content.setStateColors({ ghost: [9, 8, 7], ghostOpacity: 0.5 })
    const at = content.elements.of(roles.wall)[0] * 4
    expect([...content.instanceColors.color.subarray(at, at + 3)]).toEqual([9, 8, 7])
  })

  it('returns a box for each instance of the elements, or of all that is drawn', async () => {
    const { content, states } = await World.open(building)
    if (content === null) throw new Error('no content')
    const rows = (boxes: Float32Array): number[][] =>
      Array.from({ length: boxes.length / 6 }, (_, at) =>
        [...boxes.subarray(at * 6, at * 6 + 6)].map((value) => Math.round(value * 100) / 100),
      )
    expect(rows(content.computeBoxes([roles.door]))).toEqual([[8, 3.95, 0, 9, 4.05, 2.7]])
    expect(rows(content.computeBoxes(null))).toHaveLength(content.instances.count)
    states.setHidden(roles.door, true)
    content.refreshColors(null)
    expect(rows(content.computeBoxes(null))).toHaveLength(content.instances.count - 1)
    expect(content.computeBounds([999])).toBeNull()
  })

  it('ignores exterior objects of another number of instances', async () => {
    for (const [more, isKnown] of [
      [0, true],
      [1, false],
    ] as const) {
      const { content } = await World.open(building, (one) => {
        const instanceCount = one.manifest.counts.instances + more
        one.files.set('exterior.bin', encodeExterior(new Uint8Array(instanceCount).fill(1)))
        const files = one.manifest.files.filter(({ path }) => path !== 'exterior.bin')
        one.manifest = { ...one.manifest, files: [...files, { ...files[0], path: 'exterior.bin' }] }
      })
      expect(content?.exterior !== null).toBe(isKnown)
    }
  })
})
