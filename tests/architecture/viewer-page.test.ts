import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, isTest, listImports, readText, root } from './source-files.js'

const viewer = 'apps/web/src/viewer'
/** Folders of the viewer page, each of which may import those before it. */
const order = ['session', 'kit', 'tools', 'generated', 'shell', 'share']
/** Imports of a tool from outside its folder that remain; this list only shrinks. */
const exceptions = ['apps/web/src/app/router.tsx imports tools/comparison/difference-report-page.js']

const shipped = filesBelow('apps/web/src', ['.ts', '.tsx']).filter((path) => !isTest(path))
const listTargets = (path: string): string[] =>
  listImports(path)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(path), name))
    .filter((target) => target.startsWith(`${viewer}/`))
    .map((target) => target.slice(viewer.length + 1))
const getFolder = (path: string): string => path.split('/')[0] ?? ''

const tools = [
  ...new Set(
    filesBelow(`${viewer}/tools`, ['.ts', '.tsx']).map((path) => path.slice(viewer.length + 1).split('/')[1] ?? ''),
  ),
]

describe('viewer page', () => {
  it('imports downwards: session, kit, tools, their list, shell, share', () => {
    const wrong = filesBelow(viewer, ['.ts', '.tsx'])
      .filter((path) => !isTest(path))
      .flatMap((path) => {
        const own = order.indexOf(getFolder(path.slice(viewer.length + 1)))
        return listTargets(path)
          .filter((target) => order.indexOf(getFolder(target)) > own)
          .map((target) => `${path} imports ${target}`)
      })
    expect(wrong).toEqual([])
  })

  it('names a tool in its folder and in the generated lists only', () => {
    const wrong = shipped
      .filter((path) => !path.startsWith(`${viewer}/tools/`))
      .flatMap((path) =>
        listTargets(path)
          .filter((target) => target.startsWith('tools/'))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong.sort()).toEqual(exceptions)
  })

  it.each(tools)('has a descriptor, an implementation and the common tests of the tool %s', (tool) => {
    const folder = `${viewer}/tools/${tool}`
    const door = ['descriptor.ts', 'tool.tsx', 'tool.test.ts'].filter((file) => !existsSync(join(root, folder, file)))
    expect(door).toEqual([])
    expect(readText(`${folder}/tool.test.ts`)).toContain('describeTool(tool')
  })
})
