import { describe, expect, it } from 'vitest'
import { archiveSearch } from './archive-search.js'

describe('a zip archive', () => {
  it.each([
    ['house.ifc', true],
    ['FOLDER/House.IFC', true],
    ['house.ifcxml', false],
    ['house.ifc.txt', false],
    ['ifc', false],
  ])('has a model in %s: %s', (name, expected) => {
    expect(archiveSearch.modelName.test(name)).toBe(expected)
  })

  it('of XML alone is of a version that is not read', () => {
    expect(archiveSearch.noModel(['readme.txt', 'House.ifcXML']).failure).toMatchObject({
      code: 'unsupported-version',
      details: { version: 'ifcXML' },
    })
  })

  it('of anything else is another format', () => {
    expect(archiveSearch.noModel(['readme.txt']).failure.code).toBe('not-this-format')
    expect(archiveSearch.noModel([]).failure.code).toBe('not-this-format')
  })
})
