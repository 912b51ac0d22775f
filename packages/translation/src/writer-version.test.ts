import { describe, expect, it } from 'vitest'
import { optionsHash } from './writer-version.js'

const texture = { name: 'Brick.PNG', sha256: 'a'.repeat(64) }
const materials = { name: 'house.mtl', sha256: 'b'.repeat(64) }
const inputs = { formatId: 'obj', companions: [texture, materials], options: { scale: 2, unit: 'mm' } }

describe('optionsHash', () => {
  it('does not depend on the order of companions and options, nor on the case of names', () => {
    const same = {
      formatId: 'obj',
      companions: [materials, { ...texture, name: 'brick.png' }],
      options: { unit: 'mm', scale: 2 },
    }
    expect(optionsHash(same)).toBe(optionsHash(inputs))
  })

  it.each([
    ['format', { ...inputs, formatId: 'stl' }],
    ['companions', { ...inputs, companions: [texture] }],
    ['a companion’s content', { ...inputs, companions: [texture, { ...materials, sha256: 'c'.repeat(64) }] }],
    ['options', { ...inputs, options: { ...inputs.options, scale: 3 } }],
  ])('depends on %s', (_, changed) => {
    expect(optionsHash(changed)).not.toBe(optionsHash(inputs))
  })
})
