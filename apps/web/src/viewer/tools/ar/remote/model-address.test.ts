import { describe, expect, test } from 'vitest'
import { readAddress, sceneViewerLink, findUsdzAddress } from './model-address.js'

describe('typed model address', () => {
  test.each(['', '   '])('is reported as empty for %j', (typed) =>
    expect(readAddress(typed, 'https:')).toEqual({ ok: false, reason: 'empty' }),
  )

  test.each([
    'model.glb',
    'ftp://example.com/model.glb',
    'javascript:alert(1)',
    'data:model/gltf-binary,x',
    'file:///a',
  ])('is rejected for %s', (typed) => {
    expect(readAddress(typed, 'https:')).toEqual({ ok: false, reason: 'scheme' })
    expect(readAddress(typed, 'http:')).toEqual({ ok: false, reason: 'scheme' })
  })

  test('is accepted over http only on an http page', () => {
    const typed = 'http://example.com/model.glb'
    expect(readAddress(typed, 'https:')).toEqual({ ok: false, reason: 'scheme' })
    expect(readAddress(typed, 'http:')).toMatchObject({ ok: true })
  })

  test('is trimmed before it is parsed', () => {
    const read = readAddress('  https://example.com/model.glb ', 'https:')
    expect(read.ok && read.url.href).toBe('https://example.com/model.glb')
  })
})

describe('USDZ address lookup', () => {
  test.each([
    ['https://example.com/a/chair.glb', 'https://example.com/a/chair.usdz'],
    ['https://example.com/chair.GLTF?v=2', 'https://example.com/chair.usdz?v=2'],
    ['https://example.com/chair.glb.zip', null],
    ['https://example.com/model?file=chair.glb', null],
  ])('resolves %s to %s', (model, usdz) => expect(findUsdzAddress(new URL(model))).toBe(usdz))
})

test('scene viewer link contains the model address and the fallback URL', () => {
  const link = sceneViewerLink('https://example.com/a b.glb?x=1&y=2', 'https://kamar.example/ViewerPage?ar=1')
  const [base = '', tail = ''] = link.split('#Intent;')
  expect(new URL(base.replace('intent:', 'https:')).searchParams.get('file')).toBe(
    'https://example.com/a b.glb?x=1&y=2',
  )
  expect(tail).toContain(`S.browser_fallback_url=${encodeURIComponent('https://kamar.example/ViewerPage?ar=1')};end;`)
})
