import { describe, expect, it } from 'vitest'
import { childNumbers, findChild, childText, toNumber, objectName } from './fbx-node.js'
import { parseText } from './parse-text.js'

const parse = (text: string): ReturnType<typeof parseText> => parseText(new TextEncoder().encode(text))

describe('FBX ASCII parser', () => {
  it('reads nodes, values and children', () => {
    const { root, isCut } = parse(`; a comment
Objects:  {
	Model: 12, "Model::Wall \u0531", "Mesh" { ; behind a brace
		Version: 232
		Shading: Y
		Culling: "CullingOff"
	}
}
Takes:
`)
    expect(isCut).toBe(false)
    const model = findChild(findChild(root, 'Objects'), 'Model')
    expect(model?.values).toEqual([12, 'Model::Wall \u0531', 'Mesh'])
    expect(model?.children.map(({ name, values }) => [name, ...values])).toEqual([
      ['Version', 232],
      ['Shading', 'Y'],
      ['Culling', 'CullingOff'],
    ])
    expect(findChild(root, 'Takes')?.values).toEqual([])
  })

  it('reads arrays with a count', () => {
    const { root, damagedArrays } = parse('Vertices: *6 {\n\ta: 0,-1.5e2,3,\n4, 5,6\n} \nNext: 1\n')
    expect(childNumbers(root, 'Vertices')).toEqual(Float64Array.of(0, -150, 3, 4, 5, 6))
    expect(damagedArrays).toBe(0)
    expect(findChild(root, 'Next')?.values).toEqual([1])
  })

  it('counts arrays with fewer numbers than stated as damaged', () => {
    const { root, damagedArrays } = parse('Vertices: *6 {\n\ta: 0,1,2\n}\n')
    expect(damagedArrays).toBe(1)
    expect([...Array.from(childNumbers(root, 'Vertices'))]).toEqual([0, 1, 2])
  })

  it('reads the number lists of version 6 across line ends', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => at / 2)
    const lines = [numbers.slice(0, 13), numbers.slice(13, 29), numbers.slice(29)].map((part) => part.join(','))
    const { root } = parse(`Vertices: ${lines[0]}\n,${lines[1]},\n${lines[2]}\nEdges: 1,2\n`)
    expect(Array.from(childNumbers(root, 'Vertices'))).toEqual(numbers)
    expect(Array.from(childNumbers(root, 'Edges'))).toEqual([1, 2])
  })

  it('keeps escaped quotes and ids beyond the precision of a double', () => {
    const { root } = parse('Model: 9007199254740995, "The &quot;big&quot; one"\n')
    expect(findChild(root, 'Model')?.values).toEqual([9007199254740995n, 'The "big" one'])
  })

  it('marks a truncated file as cut and keeps what precedes the cut', () => {
    const { root, isCut } = parse('Objects: {\n\tModel: 1, "Model::A", "Mesh" {\n\t\tVertices: 0,1,2')
    expect(isCut).toBe(true)
    expect(childNumbers(findChild(findChild(root, 'Objects'), 'Model'), 'Vertices')).toEqual([0, 1, 2])
  })

  it('skips text that is no node', () => {
    const { root } = parse('}} {{ stray words "and quotes" : 5\nModel: 7\n')
    expect(findChild(root, 'Model')?.values ?? root.children.at(-1)?.values).toContain(7)
  })

  it('marks a tree beyond the maximum depth as cut', () => {
    expect(parse('A: {'.repeat(5000)).isCut).toBe(true)
  })

  it('reads the file version', () => {
    expect(parse('FBXHeaderExtension: {\n FBXVersion: 7300\n}\n').version).toBe(7300)
    expect(parse('Objects: {\n}\n').version).toBe(0)
  })
})

describe('FBX value', () => {
  it.each([
    [5, 5],
    [7n, 7],
    [true, 1],
    ['text', 3],
    [Number.NaN, 3],
    [undefined, 3],
  ])('converts %s to the number %s', (value, expected) => {
    expect(toNumber(value, 3)).toBe(expected)
  })

  it('drops the class prefix of a name', () => {
    expect(objectName('Model::Wall::2')).toBe('Wall::2')
    expect(objectName('Wall')).toBe('Wall')
  })

  it('is an empty string when the child is missing or no text', () => {
    const { root } = parse('Mapping: 5\n')
    expect(childText(root, 'Mapping')).toBe('')
    expect(childText(root, 'Gone')).toBe('')
  })
})

describe('FBX ASCII parser on hostile input', () => {
  it('reads a number of thousands of digits as a float and not as an id', () => {
    const { root } = parse(`Id: ${'9'.repeat(5000)}\nNext: 12345678901234567890\n`)
    expect(findChild(root, 'Id')?.values).toEqual([Infinity])
    expect(findChild(root, 'Next')?.values).toEqual([12_345_678_901_234_567_890n])
  })

  it.each([
    ['closing braces without open ones', '}}} Next: 1\n'],
    ['words that are not nodes', 'just some words\n,,,\n"quoted" Next: 1\n'],
    ['an unterminated comment', 'Next: 1\n; the end'],
    ['a trailing comma', 'List: 1,2,\nNext: 1\n'],
  ])('skips %s', (_, text) => {
    const { root } = parse(text)
    const match = root.children.find(({ name }) => name === 'Next' || name === 'List')
    expect(match?.values[0]).toBe(1)
  })

  it.each([
    ['inside a string', 'Objects: {\n\tModel: 1, "Model::Wa'],
    ['inside a list', 'Objects: {\n\tVertices: *9 {\n\t\ta: 1,2,'],
    ['after an open brace', 'Objects: {'],
  ])('marks input that ends %s as cut and keeps what precedes', (_, text) => {
    const { root, isCut } = parse(`FBXHeaderExtension: {\n\tFBXVersion: 7300\n}\n${text}`)
    expect(isCut).toBe(true)
    expect(findChild(root, 'FBXHeaderExtension')?.children[0]?.values).toEqual([7300])
  })

  it.each([
    ['7300', 7300],
    ['"7300"', 0],
    ['', 0],
  ])('reads the version of a header that states %j', (declared, version) => {
    expect(parse(`FBXHeaderExtension: {\n\tFBXVersion: ${declared}\n}\n`).version).toBe(version)
  })
})
