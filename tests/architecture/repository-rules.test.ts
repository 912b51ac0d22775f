import { describe, expect, it } from 'vitest'
import { filesBelow, isTest, readText } from './source-files.js'

const packageSources = filesBelow('packages', ['.ts']).filter((path) => !isTest(path))
const allSources = [...packageSources, ...filesBelow('apps', ['.ts', '.tsx']).filter((path) => !isTest(path))]

const isDocumented = (lines: readonly string[], index: number): boolean => {
  const before = lines[index - 1]?.trim() ?? ''
  return before.endsWith('*/') || before.startsWith('@') || before.startsWith('export function ')
}

/** A type named after the zod schema directly above it needs no comment. */
const isInferredShape = (line: string): boolean => /= z\.(infer|input|output)</.test(line)

const isReExport = (line: string): boolean => /^export type (\*|\{)/.test(line)

describe('repository', () => {
  it('documents every exported name of packages', () => {
    const missing = packageSources.flatMap((path) => {
      const lines = readText(path).split('\n')
      return lines.flatMap((line, index) =>
        /^export (abstract class|async function|function|class|interface|type|const|enum) /.test(line) &&
        !isInferredShape(line) &&
        !isReExport(line) &&
        !isDocumented(lines, index)
          ? [`${path}:${index + 1} ${line.slice(0, 80)}`]
          : [],
      )
    })
    expect(missing).toEqual([])
  })

  it('throws typed errors only', () => {
    const plain = allSources
      .filter((path) => !path.startsWith('packages/test-kit'))
      .filter((path) => /throw new Error\(/.test(readText(path)))
    expect(plain).toEqual([])
  })

  it('names files in kebab case', () => {
    const wrong = allSources.filter((path) => !/^[a-z0-9.-]+$/.test(path.split('/').at(-1) ?? ''))
    expect(wrong).toEqual([])
  })

  it.each([
    ['packages/formats/src/ifc', 0.8],
    ['packages/formats/src/obj', 0.8],
    ['packages/formats/src/stl', 0.8],
    ['packages/formats', 0.8],
    ['apps/server', 0.8],
    ['apps/web', 0.5],
  ])('%s has at least %s test lines per source line', (folder, share) => {
    const lines = (paths: readonly string[]): number =>
      paths.reduce((sum, path) => sum + readText(path).split('\n').length, 0)
    const files = filesBelow(folder, ['.ts', '.tsx'])
    const tests = files.filter((path) => isTest(path) && !path.includes('/fixtures/'))
    expect(lines(tests) / lines(files.filter((path) => !isTest(path)))).toBeGreaterThanOrEqual(share)
  })
})

describe('rights', () => {
  it('P24 are read from resolved access: only projects and folders read memberships', () => {
    const readers = filesBelow('apps/server/src', ['.ts'])
      .filter((path) => !isTest(path) && /\b(membership|project_group|folder_rule)\b/.test(readText(path)))
      .filter((path) => !/\/(domain|modules)\/(projects|folders)\//.test(path))
    expect(readers).toEqual([])
  })
})
