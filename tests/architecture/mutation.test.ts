import { afterEach, describe, expect, it } from 'vitest'
import { parseScript } from '../../scripts/language/declarations.mjs'
import { addSwitches, findMutants } from '../../scripts/mutation/mutants.mjs'
import { filesBelow, readText } from './source-files.js'

const list = (text: string): string[] =>
  findMutants('a.ts', text).map(({ original, mutated }) => `${original} → ${mutated}`)

const number = (text: string): (ReturnType<typeof findMutants>[number] & { id: number })[] =>
  findMutants('a.ts', text).map((mutant, id) => ({ ...mutant, id }))

const mutation = globalThis as { mutation?: { isActive(id: number): boolean } }

afterEach(() => delete mutation.mutation)

describe('findMutants', () => {
  it.each([
    ['const a = b < c', ['b < c → (b) <= (c)']],
    ['const a = b + c', ['b + c → (b) - (c)']],
    ['const a = b & c', ['b & c → (b) | (c)']],
    ['const a = b && !c', ['b && !c → (b) || (!c)', '!c → (c)']],
    ['const a = b ?? c', ['b ?? c → c']],
    ['const a = [0, 8]', ['0 → 1', '8 → 7']],
    ['if (a) b()', ['a → true', 'a → false', 'b() → ']],
    ['while (a) b += c', ['a → false', 'b += c → ', 'b += c → b -= (c)']],
    ['for (const a of b) { if (a) continue }', ['a → true', 'a → false', 'continue → ']],
    ['const a = Math.max(b, c)', ['Math.max(b, c) → Math.min(b, c)']],
    ['function a(): boolean { return b() }', ['b() → !(b())']],
    ['const a = (): readonly string[] => b', ['b → []']],
    ['const a = (): Uint8Array => b', ['b → new Uint8Array(0)']],
    ['function a(): string | null { return b }', ['b → null']],
  ])('changes operators, literals, conditions, statements and results in %s', (text, expected) => {
    expect(list(text)).toEqual(expected)
  })

  it.each([
    "import a from 'b'",
    'type A = 1 | 2',
    'interface A { b: 3 }',
    'declare const a: 4',
    'const a = b.toString()',
    "const a = 'b' + c",
    'const a = { 1: b }',
    'class A extends B { constructor() { super() } }',
    'const a = malformed(`b ${c + 1}`)',
  ])('changes nothing in %s', (text) => expect(list(text)).toEqual([]))

  it('removes errors but does not change their texts', () => {
    expect(list('throw new RangeError(`a ${b + 1}`)')).toEqual(['throw new RangeError(`a ${b + 1}`) → '])
  })
})

describe('addSwitches', () => {
  const text = ['let a = 1', 'const b = () => a * 2 + 3', 'a++', '!b() || a', 'if (a) b()', 'else a += 4', ''].join(
    '\n',
  )

  it('keeps the lines and the behavior of a module when no mutant is active', () => {
    const switched = addSwitches(text, number(text))
    expect(switched.split('\n').length).toBe(text.split('\n').length)
    expect(evaluate(`${switched}; return [a, b()]`)).toEqual([2, 7])
  })

  it('applies exactly the active mutant, also inside another', () => {
    const mutants = number(text)
    const evaluateWith = (mutated: string): unknown => {
      const active = mutants.findIndex((mutant) => mutant.mutated === mutated)
      mutation.mutation = { isActive: (id) => id === active }
      return evaluate(`${addSwitches(text, mutants)}; return [a, b()]`)
    }
    expect(evaluateWith('(a * 2) - (3)')).toEqual([2, 1])
    expect(evaluateWith('(a) / (2)')).toEqual([2, 4])
    expect(evaluateWith('a--')).toEqual([4, 11])
    expect(evaluateWith('false')).toEqual([6, 15])
  })

  it('produces valid modules from all sources of a package', () => {
    for (const path of filesBelow('packages/core/src', ['.ts']))
      expect(() => parseScript(path, addSwitches(readText(path), number(readText(path)))), path).not.toThrow()
  })
})

function evaluate(body: string): unknown {
  // oxlint-disable-next-line no-implied-eval -- the result of addSwitches is a program
  return new Function(body)() as unknown
}
