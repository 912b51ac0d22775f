import { beforeAll, expect, it } from 'vitest'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { warm } from './reader.js'
import { nodeNamed, readRows } from './testing/read.js'
import { boxProduct, boxRows, productRows, projectRows } from './testing/model-text.js'

beforeAll(() => warm(createWarmUpScene))

// An archive within the upload limit can contain this many.
const maxMilliseconds = 300_000
const count = 1_000_000

it('E06 IFC reader draws a wall with a million openings uncut', async () => {
  const opening = productRows({ id: 200, name: 'Hole', class: 'IFCOPENINGELEMENT', items: '#100' })
  // All have the placement and the shape of the first.
  const [, placementAndShape] = /IFCOPENINGELEMENT\('[^']*',\$,'Hole',\$,\$,(#\d+,#\d+),/.exec(opening) ?? []
  expect(placementAndShape).toBeDefined()
  const openings = Array.from({ length: count }, (_, at) => {
    const id = 1000 + 2 * at
    return `#${id}=IFCOPENINGELEMENT($,$,$,$,$,${placementAndShape},$,$);\n#${id + 1}=IFCRELVOIDSELEMENT($,$,$,$,#110,#${id});`
  })
  const products = [boxProduct({ id: 20, name: 'Sound' }), boxProduct({ id: 110, name: 'Sieve' })]
  const rows = [projectRows(), boxRows(100, [0.3, 0.3, 2]), ...products, opening, ...openings].join('\n')
  const run = await readRows(rows)
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  expect(run.failure).toBeNull()
  expect(run.report?.status).toBe('partial')
  expect(run.report?.findings.map(({ code }) => code)).toContain('openings-not-cut')
  const visibleNodes = run.scene.instances.map(({ node }) => node)
  expect(visibleNodes).toContain(nodeNamed(run, 'Sound'))
  expect(visibleNodes).toContain(nodeNamed(run, 'Sieve'))
})
