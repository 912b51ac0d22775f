import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

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

describe('headless viewer', () => {
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
        const viewer = await testPage.createHeadlessViewer(box, { viewCube: false, flightMilliseconds: 0 })
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
        const shot = await viewer.screenshot().then(
          () => 'picture',
          (error: { code?: string }) => error.code,
        )
        const state = {
          refused,
          events,
          shot,
          canRender: viewer.canRender,
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
    expect(outcome).toMatchObject({ refused: 'webgl-not-supported', canRender: false, shot: 'webgl-not-supported' })
    expect(outcome.elements).toEqual([nodes, nodes, nodes])
    expect([outcome.found, outcome.spaceIsHidden, outcome.pick]).toEqual([true, true, null])
    expect(outcome.events).toEqual(
      expect.arrayContaining(['complete', `selected ${house.south}`, 'hidden 1', 'selected ']),
    )
    expect(harness.requests.filter((path) => path.includes('/scene/'))).toEqual([])
    expect(errors).toEqual([])
  })
})
