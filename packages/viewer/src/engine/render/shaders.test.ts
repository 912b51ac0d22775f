import { describe, expect, it } from 'vitest'
import { maxCutPlanes } from '../store/cut.js'
import { pointFragmentShader, pointVertexShader } from './point-shaders.js'
import {
  edgeFragmentShader,
  edgeVertexShader,
  surfaceFragmentShader,
  surfaceVertexShader,
  textureWidth,
} from './shaders.js'

const programs = {
  surfaces: [surfaceVertexShader, surfaceFragmentShader],
  edges: [edgeVertexShader, edgeFragmentShader],
  points: [pointVertexShader, pointFragmentShader],
} as const

/** Keeps the lines that a preprocessor keeps for these defines. */
function preprocess(source: string, defines: readonly string[]): string {
  const defined = new Set(defines)
  const isTrue = (condition: string): boolean =>
    condition.split('&&').every((part) => {
      const name = /defined\((\w+)\)/.exec(part)?.[1] ?? ''
      return part.trim().startsWith('!') ? !defined.has(name) : defined.has(name)
    })
  const retainedLines: string[] = []
  /** Whether this branch is kept, and whether any branch before it was. */
  const stack: { isOn: boolean; wasOn: boolean }[] = []
  for (const line of source.split('\n')) {
    const [, directive, rest = ''] = /^#(if|ifdef|ifndef|elif|else|endif)\b(.*)/.exec(line) ?? []
    const top = stack.at(-1)
    if (directive === 'if' || directive === 'ifdef' || directive === 'ifndef') {
      const name = rest.trim()
      const isOn = directive === 'if' ? isTrue(rest) : defined.has(name) === (directive === 'ifdef')
      stack.push({ isOn, wasOn: isOn })
    } else if (directive === 'elif' || directive === 'else') {
      if (top === undefined) throw new Error(`unexpected ${line}`)
      const isOn = !top.wasOn && (directive === 'else' || isTrue(rest))
      stack.splice(-1, 1, { isOn, wasOn: top.wasOn || isOn })
    } else if (directive === 'endif') {
      if (stack.pop() === undefined) throw new Error(`unexpected ${line}`)
    } else if (stack.every(({ isOn }) => isOn)) retainedLines.push(line)
  }
  if (stack.length > 0) throw new Error('a condition is not closed')
  return retainedLines.join('\n')
}

/** Returns the names that a stage writes, or reads, for or from the other one. */
const declared = (source: string, kind: 'in' | 'out'): Map<string, string> =>
  new Map(
    [
      ...source.matchAll(
        new RegExp(`^((?:flat|centroid) )?${kind} (?:highp |mediump )?(\\w+) (\\w+)(?:\\[.*\\])?;`, 'gm'),
      ),
    ].map(([, qualifier = '', type, name]) => [name, `${qualifier}${type}`]),
  )

const optional = [
  'NAMED',
  'MULTI_DRAW',
  'CUT',
  'CLIPPED',
  'VERTEX_COLOURS',
  'TEXTURED',
  'CLOSED',
  'CLEAR',
  'AXES',
  'MASK',
]
/** All combinations of the defines, as far as they are used together. */
const combinations = Array.from({ length: 2 ** optional.length }, (_, bits) =>
  optional.filter((_name, at) => (bits >> at) & 1),
).filter(
  (defines) =>
    (defines.includes('CUT') || !defines.includes('CLIPPED')) &&
    !(defines.includes('CLOSED') && defines.includes('CLEAR')) &&
    (defines.includes('NAMED') || !defines.includes('MASK')),
)

describe.each(Object.entries(programs))('shaders of %s', (_, [vertexShader, fragmentShader]) => {
  it('pass every value from the vertices to the fragments that read it, in every combination of defines', () => {
    expect(combinations.length).toBeGreaterThan(200)
    for (const defines of combinations) {
      const outputs = declared(preprocess(vertexShader, defines), 'out')
      const read = declared(preprocess(fragmentShader, defines), 'in')
      for (const [name, type] of read) expect(`${name} ${outputs.get(name)}`, defines.join()).toBe(`${name} ${type}`)
    }
  })

  it('balance their brackets and define their entry point once in every combination', () => {
    for (const defines of combinations)
      for (const source of [vertexShader, fragmentShader]) {
        const text = preprocess(source, defines)
        for (const [open, close] of ['()', '{}', '[]']) {
          const count = (bracket: string): number => text.split(bracket).length
          expect(count(open), `${open} with ${defines.join()}`).toBe(count(close))
        }
        expect(text.match(/void main\(\)/g)).toHaveLength(1)
      }
  })

  it('look the instance up by its vertex, or by the number of the draw', () => {
    const owned = preprocess(vertexShader, ['MULTI_DRAW'])
    const multiDrawn = preprocess(vertexShader, ['NAMED', 'MULTI_DRAW'])
    const single = preprocess(vertexShader, ['NAMED'])
    expect([owned.includes('in uint owner'), owned.includes('gl_DrawID')]).toEqual([true, false])
    expect([multiDrawn.includes('in uint owner'), multiDrawn.includes('GL_ANGLE_multi_draw')]).toEqual([false, true])
    expect([single.includes('uniform int _gl_DrawID'), single.includes('GL_ANGLE_multi_draw')]).toEqual([true, false])
  })

  it('are clipped by the hardware, or discard what is cut away, or neither', () => {
    const clipped = preprocess(vertexShader, ['CUT', 'CLIPPED'])
    expect(clipped).toContain('gl_ClipDistance[at]')
    expect(clipped).not.toContain('standing')
    expect(preprocess(vertexShader, ['CUT'])).toContain('standing = world')
    expect(preprocess(fragmentShader, ['CUT'])).toContain(`uniform highp vec4 cuts[${maxCutPlanes}]`)
    expect(preprocess(fragmentShader, [])).not.toContain('uniform highp vec4 cuts')
    expect(preprocess(fragmentShader, [])).toContain('if (isCutAway()) discard;')
  })

  it('write 1 into the selection mask, whatever else they compute', () => {
    const text = preprocess(fragmentShader, ['MASK', 'NAMED'])
    const writes = [...text.matchAll(/pixel = ([^;]+);/g)].map(([, value]) => value)
    expect(writes.at(-1)).toBe('vec4(1.0)')
  })

  it('find rows as wide as the textures of the columns', () => {
    expect(textureWidth).toBe(1024)
    expect(vertexShader).toContain('ivec2((instance & 255) * 4, instance >> 8)')
    expect(vertexShader).toContain('ivec2(instance & 1023, instance >> 10)')
  })
})
