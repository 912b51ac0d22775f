import { describe, expect, it } from 'vitest'
import { archiveSearch } from './archive-search.js'

describe('IFC archive search', () => {
  it.each([
    ['house.ifc', true],
    ['FOLDER/House.IFC', true],
    ['house.ifcxml', false],
    ['house.ifc.txt', false],
    ['ifc', false],
  ])('recognises a model in %s: %s', (name, expected) => {
    expect(archiveSearch.modelName.test(name)).toBe(expected)
  })

  it('reports ifcXML alone as an unsupported version', () => {
    expect(archiveSearch.createNoModelError(['readme.txt', 'House.ifcXML']).failure).toMatchObject({
      code: 'unsupported-version',
      details: { version: 'ifcXML' },
    })
  })

  it('reports an archive without a model as another format', () => {
    expect(archiveSearch.createNoModelError(['readme.txt']).failure.code).toBe('not-this-format')
    expect(archiveSearch.createNoModelError([]).failure.code).toBe('not-this-format')
  })
})
