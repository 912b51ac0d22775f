import { afterEach, describe, expect, it } from 'vitest'
import { openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { writeTestPackage } from '../../testing/test-package.js'
import type { ModelPlan } from './model-plan.js'
import { planExtensionId } from './descriptor.js'
import type { PlanExtension } from './plan-extension.js'

let nodeViewer: NodeViewer | null = null
afterEach(async () => {
  await nodeViewer?.close()
  nodeViewer = null
})

async function openPlans(model: Awaited<ReturnType<typeof writeTestPackage>>): Promise<PlanExtension> {
  nodeViewer = await openNodeViewer(model)
  return (await nodeViewer.viewer.loadExtension(planExtensionId)) as PlanExtension
}

async function openBuilding(): Promise<TestBuilding & { readonly plans: PlanExtension }> {
  let building: TestBuilding | undefined
  const plans = await openPlans(
    await writeTestPackage((scene) => {
      building = buildBuilding(scene)
    }),
  )
  return { ...(building as TestBuilding), plans }
}

/** Returns the visible segments of an element as left, bottom, right, top, in millimetres, sorted. */
function listSegments(plan: ModelPlan | null, element: number): string[] {
  const values = plan?.lines.find((lines) => lines.element === element)?.segments ?? []
  const out: string[] = []
  for (let at = 0; at < values.length; at += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = values.slice(at, at + 4)
    const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
    out.push(box.map((value) => Math.round(value * 100) * 10 + 0).join(' '))
  }
  return out.sort()
}

function computeBox(loops: readonly Float64Array[]): number[] {
  const xs = loops.flatMap((loop) => [...loop].filter((_, at) => at % 2 === 0))
  const ys = loops.flatMap((loop) => [...loop].filter((_, at) => at % 2 === 1))
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

describe('PlanExtension, storey plan', () => {
  it('has the cut walls at their true size, east to the right and north up', async () => {
    const { plans, ground, wall } = await openBuilding()
    const plan = await plans.computeStorey({ storey: ground, height: 1.2 })
    const cut = plan?.cuts.find(({ element }) => element === wall)
    expect(cut?.area).toBeCloseTo(1.6, 3)
    computeBox(cut?.loops ?? []).forEach((value, at) => expect(value).toBeCloseTo([0, 3.9, 8, 4.1][at] ?? NaN, 3))
    const axes = [...(plan?.right ?? []), ...(plan?.up ?? [])]
    expect(axes.map((value) => value + 0)).toEqual([1, 0, 0, 0, 1, 0])
  })

  it('omits the elements of other storeys and what is below a surface', async () => {
    const { plans, ground, slab, upperSlab } = await openBuilding()
    const plan = await plans.computeStorey({ storey: ground, height: 1.2 })
    expect(listSegments(plan, upperSlab)).toEqual([])
    // The border of the slab as far as no stair covers it; its lower edges are hidden.
    expect(listSegments(plan, slab)).toEqual(
      ['0 0 0 8000', '0 0 12000 0', '0 8000 12000 8000', '12000 0 12000 8000'].toSorted(),
    )
  })

  it('has the visible edges of a stair and hides those below the next step', async () => {
    const { plans, ground } = await openBuilding()
    const plan = await plans.computeStorey({ storey: ground, height: 1.2 })
    const steps = plan?.lines.filter(({ segments }) => segments.length > 0).map(({ element }) => element) ?? []
    const nosings = steps
      .flatMap((element) => listSegments(plan, element))
      .filter((line) => /^10000 \d+ 12000/.test(line))
    expect([...new Set(nosings)].sort()).toEqual(
      ['10000 1100 12000 1100', '10000 1400 12000 1400', '10000 500 12000 500', '10000 800 12000 800'].sort(),
    )
  })

  it('names the rooms with their areas, at a point inside them', async () => {
    let house: TestHouse | undefined
    const plans = await openPlans(
      await writeTestPackage((scene) => {
        house = buildHouse(scene)
      }),
    )
    const plan = await plans.computeStorey({ storey: 0, height: 1.2 })
    expect(plan?.spaces.map(({ element, name }) => [element, name])).toEqual([[house?.space, 'Space']])
    const [space] = plan?.spaces ?? []
    expect(space?.area).toBeCloseTo(19.4 * 11.4, 1)
    expect([Math.round(space?.x ?? 0), Math.round(space?.y ?? 0)]).toEqual([10, 6])
    expect(plan?.cuts.some(({ element }) => element === house?.space)).toBe(false)
  })

  it('stops when it is cancelled', async () => {
    const { plans, ground } = await openBuilding()
    const cancelled = new AbortController()
    cancelled.abort()
    await expect(plans.computeStorey({ storey: ground, height: 1.2, signal: cancelled.signal })).rejects.toThrow(
      'abort',
    )
  })
})

describe('PlanExtension, section', () => {
  it('has the cut at its true size and the visible edges behind it', async () => {
    const { plans, wall, slab, columns } = await openBuilding()
    // Through the west wall at x = 4, towards the east.
    const plan = await plans.computeSection({ plane: { normal: [1, 0, 0], offset: -4 }, others: [] })
    const cut = plan?.cuts.find(({ element }) => element === wall)
    expect(cut?.area).toBeCloseTo(0.2 * 2.7, 3)
    // Looking east, north is to the left.
    computeBox(cut?.loops ?? []).forEach((value, at) => expect(value).toBeCloseTo([-4.1, 0, -3.9, 2.7][at] ?? NaN, 3))
    expect(plan?.cuts.some(({ element }) => element === slab)).toBe(true)
    // The last column stands behind the cut and the others before it or in it.
    expect(listSegments(plan, columns[0] ?? -1)).toEqual([])
    expect(listSegments(plan, columns[3] ?? -1)).toContain('-3500 3000 -3500 6000')
  })

  it('is limited by the other planes of the view', async () => {
    const { plans, slab } = await openBuilding()
    const plane = { normal: [1, 0, 0], offset: -4 } as const
    const plan = await plans.computeSection({ plane, others: [{ normal: [0, -1, 0], offset: 2 }] })
    const ends = listSegments(plan, slab).flatMap((line) => line.split(' ').filter((_, at) => at % 2 === 0))
    expect(ends.length).toBeGreaterThan(0)
    expect(ends.map(Number).every((x) => x >= -2000)).toBe(true)
  })
})
