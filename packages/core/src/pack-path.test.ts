import { describe, expect, it } from 'vitest'
import { parsePackPath } from './pack-path.js'

describe('address of a stream in a pack', () => {
  it.each([
    ['scene/000.pack/0-4095', { pack: 'scene/000.pack', start: 0, end: 4095 }],
    ['proxies/012.pack/4096-4096', { pack: 'proxies/012.pack', start: 4096, end: 4096 }],
    [
      'properties/123456.pack/0-999999999999999',
      { pack: 'properties/123456.pack', start: 0, end: 999_999_999_999_999 },
    ],
  ])('%s names the pack and the first and last byte', (path, range) => {
    expect(parsePackPath(path)).toEqual(range)
  })

  it.each([
    'scene/000.bin',
    'scene/000.pack',
    'scene/000.pack/',
    'scene/000.pack/5-4',
    'scene/000.pack/00-4',
    'scene/000.pack/-4',
    'scene/000.pack/0-4-8',
    'scene/000.pack/0-4/x',
    'scene/000.pack/0-9999999999999999',
    'm0/scene/000.pack/0-4',
    'exports/000.pack/0-4',
    'scene/../000.pack/0-4',
  ])('is not %s', (path) => {
    expect(parsePackPath(path)).toBeNull()
  })
})
