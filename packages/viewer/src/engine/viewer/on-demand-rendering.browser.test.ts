import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage
declare global {
  interface Window {
    contexts: number
  }
}

let harness: BrowserHarness
let house: TestHouse
let manifestUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    house = buildHouse(scene)
  })
  manifestUrl = harness.serve('house', testPackage)
})
afterAll(() => harness.stop())

/** Script that simulates a browser without WebGL. */
const withoutWebgl = `{
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest)
  }
}`

/** Script that counts the WebGL contexts that are requested. */
const countContexts = `{
  window.contexts = 0
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    if (kind.startsWith('webgl')) window.contexts += 1
    return getContext.call(this, kind, ...rest)
  }
}`

describe('viewer with rendering on demand', () => {
  it('offers tree, search, selection and visibility of a model without WebGL', async () => {
    const page = await harness.open(withoutWebgl)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const outcome = await page.evaluate(
      async ({ address, south, space }) => {
        const box = document.getElementById('view') as HTMLDivElement
        let refused = ''
        try {
          testPage.createViewer(box)
        } catch (error) {
          refused = (error as { code: string }).code
        }
        const viewer = testPage.createViewer(box, { rendering: 'on-demand', flightMilliseconds: 0 })
        const events: string[] = []
        viewer.on('selectionChanged', ({ elements }) => events.push(`selected ${elements.join()}`))
        viewer.on('visibilityChanged', ({ hidden }) => events.push(`hidden ${hidden}`))
        viewer.on('modelComplete', () => events.push('complete'))
        const manifest = await viewer.load({ manifestUrl: address })
        const tree = await viewer.model?.tree
        const { hits } = await viewer.search('south')
        const classes = await viewer.queries.filter(
          {
            kind: 'all',
            rules: [{ kind: 'test', field: { set: '', property: 'class' }, operator: 'exists', value: '' }],
          },
          viewer.model?.shapes ?? null,
        )
        viewer.selection.set([south])
        viewer.visibility.hide([south])
        viewer.fitToView([south])
        viewer.setTheme('dark')
        viewer.resetView()
        const getCode = (error: { code?: string }): string | undefined => error.code
        const shot = await viewer.screenshot().then(() => 'picture', getCode)
        const start = await viewer.startRendering().then(() => 'started', getCode)
        const state = {
          refused,
          events,
          shot,
          start,
          isRendering: viewer.isRendering,
          elements: [manifest.counts.nodes, tree?.count, classes.length],
          found: hits.map(({ element }) => element).includes(south),
          spaceIsHidden: !viewer.visibility.isVisible(space),
          pick: viewer.pick(100, 100),
        }
        viewer.dispose()
        return state
      },
      { address: manifestUrl, south: house.south, space: house.space },
    )
    const [nodes] = outcome.elements
    const code = 'webgl-not-supported'
    expect(outcome).toMatchObject({ refused: code, shot: code, start: code, isRendering: false })
    expect(outcome.elements).toEqual([nodes, nodes, nodes])
    expect([outcome.found, outcome.spaceIsHidden, outcome.pick]).toEqual([true, true, null])
    expect(outcome.events).toEqual(
      expect.arrayContaining(['complete', `selected ${house.south}`, 'hidden 1', 'selected ']),
    )
    expect(harness.requests.filter((path) => path.includes('/scene/'))).toEqual([])
    expect(errors).toEqual([])
  })

  it('creates its WebGL context, fetches the shapes and draws when rendering starts', async () => {
    const page = await harness.open(countContexts)
    const outcome = await page.evaluate(async (address) => {
      const box = document.getElementById('view') as HTMLDivElement
      const viewer = testPage.createViewer(box, { rendering: 'on-demand', flightMilliseconds: 0 })
      const events: string[] = []
      viewer.on('firstFrame', () => events.push('first frame'))
      viewer.on('modelComplete', () => events.push('complete'))
      const { counts } = await viewer.load({ manifestUrl: address })
      const before = [window.contexts, viewer.model?.instanceCount, viewer.geometry === null]
      await viewer.startRendering()
      await viewer.startRendering()
      const after = [window.contexts, viewer.model?.instanceCount, viewer.geometry === null]
      const { width, height } = viewer.space.size
      const pick = viewer.pick(width / 2, height / 2)
      viewer.dispose()
      return { before, after, events, instances: counts.instances, isHit: pick !== null }
    }, manifestUrl)
    expect(outcome.before).toEqual([0, 0, true])
    expect(outcome.after).toEqual([1, outcome.instances, false])
    expect([outcome.events, outcome.isHit]).toEqual([['complete', 'first frame', 'complete'], true])
  })
})
