import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, seededRandom, temporaryFolder } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { classes } from './fixtures/classes.js'
import { category, header, house, is } from './fixtures/house.js'
import { writeProject, type WrittenElement } from './fixtures/project-writer.js'
import { box, geometry, info, node } from './fixtures/shapes.js'

const megabyte = 1024 ** 2
/** Memory limit for translating the largest upload to a view package. */
const maxMegabytes = 1536
const [meshes, verticesPerMesh, boxes] = [5000, 1000, 15_000]
const random = seededRandom(2026)
const randomPoint = (): [number, number, number] => [1000 * random(), 1000 * random(), 100 * random()]

const mesh = (): WrittenElement['graphics'] => {
  const [x, y, z] = randomPoint()
  const near = (): [number, number, number] => [x + random(), y + random(), z + random()]
  return node('GElement', [
    is('GPolyMesh', {
      m_GInfo: info(),
      m_materialID: -1,
      m_pFacetedTopology: is('DoubleFacetedTopology', {
        m_pointsArr: Array.from({ length: verticesPerMesh }, near),
        m_facetsArr: Array.from({ length: verticesPerMesh - 2 }, (_, at) => [at, at + 1, at + 2]),
      }),
    }),
  ])
}

const createElement = (number: number, graphics: WrittenElement['graphics']): WrittenElement => ({
  id: 1000 + number,
  header: header(category.columns),
  element: is('FamilyInstance', { m_demolishedPhaseId: -1 }),
  ...(graphics && { graphics }),
})

/** Translates a file in a separate process, like a reader process. */
function translate(path: string, outputFolder: string) {
  const run = join(repositoryRoot(), 'packages/translation/dist/run.js')
  const script = `
    const { runTranslation } = await import('${run}')
    const task = { path: '${path}', fileName: 'large.rvt', formatId: 'rvt', outputFolder: '${outputFolder}' }
    const { ok, failure, manifest } = await runTranslation(task)
    const megabytes = process.resourceUsage().maxRSS / 1024
    console.log(JSON.stringify({ ok, failure, counts: manifest?.counts, megabytes }))`
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as {
    readonly ok: boolean
    readonly counts: Readonly<Record<string, number>>
    readonly megabytes: number
  }
}

it(`runTranslation translates a Revit project of 100 MB within ${maxMegabytes} MiB of memory`, async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'large.rvt')
  const elements = [
    ...house.elements,
    ...Array.from({ length: meshes }, (_, number) => createElement(number, mesh())),
    ...Array.from({ length: boxes }, (_, number) =>
      createElement(meshes + number, node('GElement', [geometry(box(randomPoint(), randomPoint()))])),
    ),
  ]
  const bytes = writeProject({ classes, elements, recordsPerGroup: 200 }, 4096)
  expect(bytes.length / megabyte).toBeGreaterThan(90)
  expect(bytes.length / megabyte).toBeLessThan(110)
  writeFileSync(path, bytes)
  mkdirSync(join(folder, 'package'))
  const { counts, megabytes, ok } = translate(path, join(folder, 'package'))
  expect(ok).toBe(true)
  expect(counts).toMatchObject({ triangles: expect.toSatisfy((count: number) => count > 4_500_000) })
  expect(megabytes).toBeLessThan(maxMegabytes)
})
