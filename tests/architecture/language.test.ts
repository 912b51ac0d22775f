import { describe, expect, it } from 'vitest'
import { findDeclarations, parseScript } from '../../scripts/language/declarations.mjs'
import { grammar, NameCheck } from '../../scripts/language/rules.mjs'
import { createTitleCheck, findTestTitles } from '../../scripts/language/titles.mjs'

const namesIn = (text: string) => findDeclarations(parseScript('a.ts', text)).map(({ kind, name }) => `${kind} ${name}`)

describe('findDeclarations', () => {
  it('finds variables, functions, parameters and names in patterns, but no repeated property names', () => {
    expect(
      namesIn('const [first, ...others] = f(({ size: count, kind }) => kind); function g(value: number) {}'),
    ).toEqual([
      'constant first',
      'constant others',
      'parameter count',
      'parameter kind',
      'function g',
      'parameter value',
    ])
  })

  it('finds types, classes and their members, and keys of constant objects', () => {
    const text = 'interface A { b(c: string): void; d: number } class E { #f = 1; g() {} } const h = { i: { j: 1 } }'
    expect(namesIn(text)).toEqual([
      'interface A',
      'method b',
      'parameter c',
      'member d',
      'class E',
      'property f',
      'method g',
      'constant h',
      'key i',
      'key j',
    ])
  })

  it.each([
    ['(mesh) => mesh.bounds', true],
    ['(row) => rows.get(row.id) ?? null', true],
    ['(mesh) => computeBounds(mesh)', false],
    ['(mesh) => ({ min: mesh.min })', false],
    ['async (mesh) => mesh.bounds', false],
  ])('tells whether %s is a look-up', (source, isLookUp) => {
    const [declaration] = findDeclarations(parseScript('a.js', `const boundsOf = ${source}`))
    expect(declaration?.isLookUp).toBe(isLookUp)
  })
})

describe('NameCheck', () => {
  it.each([
    ['mostBytes', 'local', ['most']],
    ['lastAtMost', 'local', []],
    ['kept-pages', 'file', ['kept']],
    ['maxBytes', 'local', []],
  ])('reports for the name %s of a %s the rules %j', (name, kind, rules) => {
    expect(new NameCheck().findBrokenRules({ name, kind, path: 'apps/server/src/a.ts' })).toEqual(rules)
  })

  it('allows nouns with “of” for look-ups only', () => {
    const namedPages = { name: 'boundsOf', kind: 'function', path: 'packages/mesh/src/a.ts' }
    const check = new NameCheck()
    expect(check.findBrokenRules({ ...namedPages, isLookUp: true })).toEqual([])
    expect(check.findBrokenRules(namedPages)).toEqual(['of'])
  })

  it('lists exceptions until a name needs them', () => {
    const check = new NameCheck()
    const exception = 'most: ^lastAtMost$'
    expect(check.findUnusedExceptions()).toContain(exception)
    check.findBrokenRules({ name: 'lastAtMost', kind: 'local', path: 'apps/server/src/a.ts' })
    expect(check.findUnusedExceptions()).not.toContain(exception)
  })
})

describe('createTitleCheck', () => {
  const findFault = createTitleCheck(grammar)

  it('accepts a verb after the name of a unit', () => {
    expect(findFault({ chain: ['MeshSimplifier'], title: 'keeps borders of open meshes' })).toBeNull()
  })

  it.each([
    [[], 'counts the triangles', 'no subject'],
    [['records'], 'that are damaged end the file', 'split phrase'],
    [['what is damaged'], 'ends the file', 'weak subject'],
    [['the colour'], 'is red', 'no content'],
  ])('refuses %j > %s: %s', (chain, title, fault) => {
    expect(findFault({ chain, title })).toBe(fault)
  })
})

describe('findTestTitles', () => {
  it('joins titles with the blocks around them, also of tables', () => {
    const text = "describe('a', () => { it.each([1])('counts %i', () => {}); test(`ends ${name}`, () => {}) })"
    expect(findTestTitles(parseScript('a.test.ts', text)).map(({ chain, title }) => [...chain, title])).toEqual([
      ['a', 'counts %i'],
      ['a', 'ends %s'],
    ])
  })
})
