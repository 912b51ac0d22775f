import { describe, expect, it } from 'vitest'
import { filesBelow, findCircle, isTest, listRelativeImports } from './source-files.js'

const source = 'packages/viewer/src'
const minFileCount = 250
const imports = listRelativeImports(filesBelow(source, ['.ts']).filter((path) => !isTest(path)))

/** Parts of the package, and what each may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  sheets: ['engine'],
  tools: ['engine'],
  'index.ts': ['engine', 'sheets', 'tools'],
}

const getPart = (path: string, folder: string): string => path.slice(folder.length + 1).split('/')[0]

describe('parts of the viewer', () => {
  it('import in one direction', () => {
    expect(imports.size).toBeGreaterThan(minFileCount)
    const wrong = [...imports].flatMap(([path, targets]) => {
      const part = getPart(path, source)
      return targets
        .filter((target) => getPart(target, source) !== part && !allowed[part].includes(getPart(target, source)))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('import each other in no circle, types included', () => {
    expect(findCircle(imports)).toEqual([])
  })

  it.each(['engine', 'sheets'])('have folders in an order: %s', (name) => {
    const folder = `${source}/${name}`
    const order = new Map<string, Set<string>>()
    for (const [path, targets] of imports) {
      if (!path.startsWith(`${folder}/`)) continue
      const part = getPart(path, folder)
      const parts = order.get(part) ?? new Set()
      for (const target of targets) if (getPart(target, folder) !== part) parts.add(getPart(target, folder))
      order.set(part, parts)
    }
    expect(findCircle(order)).toEqual([])
  })
})
