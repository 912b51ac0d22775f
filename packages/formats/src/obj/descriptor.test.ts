import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'

const detect = (text: string, size?: number): string => {
  const bytes = new TextEncoder().encode(text)
  return descriptor.detect(bytes, size ?? bytes.length)
}
const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'

describe('OBJ descriptor', () => {
  it.each([
    ['a triangle', triangle],
    ['vertices only', 'v 0 0 0\nv 1 2 3\n'],
    ['a material library reference only', '# top\nmtllib a b.mtl\n'],
    ['colours, weights and exponents', 'v 0 0 0 1 0 0\nv 1e-3 -.5 +2. 1\n'],
    ['non-finite normals', `${triangle}vn nan nan nan\nvn -1.#IND00 0 0\nvn 0 1 0\n`],
    ['continued lines', 'v 0 \\\n0 0\nv 1 0 0\nv 0 1 0\nf 1 \\\r\n2 3\n'],
    ['comments after statements', triangle.replaceAll('\n', ' # so\n')],
    ['decimal commas', 'v 0,5 1,5 2,5\nv 1 1 1\n'],
    ['relative and partial vertex references', `${triangle}f -1 -2 -3\nf 1/ 2/2 3//3\nl 1 2\np 1\n`],
    ['free-form curves', `${triangle}cstype bspline\ndeg 3\ncurv 0 1 1 2 3\nparm u 0 1\nend\n`],
    ['a few unknown keywords', `${triangle.repeat(3)}spirit 7\n`],
  ])('accepts %s', (_, text) => {
    expect(detect(text)).toBe('yes')
  })

  it.each([
    ['comments', '# exported by a program\n#\n\n'],
    ['names', 'o House\ng Wall\nusemtl Brick\n'],
  ])('returns maybe for a file of %s only', (_, text) => {
    expect(detect(text)).toBe('maybe')
  })

  it.each([
    ['a text letter', 'Dear all,\nv is for vertex.\nf follows.\n'],
    ['a material library', 'newmtl a\nKd 1 0 0\nd 1\n'],
    ['ASCII STL', 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n'],
    ['a table', '1 2 3\n4 5 6\n'],
    ['vertices with two coordinates', 'v 1 2\nv 3 4\n'],
    ['source code', 'const v = 1\nfunction f(s) { return s }\n'],
    ['an empty file', ''],
    ['blanks only', ' \n\t\n'],
    ['binary data', 'v 0 0 0\n\0\0\0'],
  ])('rejects %s', (_, text) => {
    expect(detect(text)).toBe('no')
  })

  it('ignores the last line when the header bytes cut it', () => {
    expect(detect(`${triangle}f 1 2 3\nf 1/`, 5000)).toBe('yes')
    expect(detect('v 0 0 0\nnonsense', 5000)).toBe('yes')
    expect(detect('v 0 0 0\nnonsense')).toBe('no')
  })

  it('accepts a file in UTF-16', () => {
    const units = Array.from(triangle, (character) => [character.charCodeAt(0), 0]).flat()
    const bytes = Uint8Array.from([0xff, 0xfe, ...units])
    expect(descriptor.detect(bytes, bytes.length)).toBe('yes')
  })
})
