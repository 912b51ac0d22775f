import { describe, expect, test } from 'vitest'
import { readAddress, sceneViewerLink, findUsdzAddress } from './model-address.js'

describe('what is typed as an address', () => {
  test.each(['', '   '])('%j is empty', (typed) =>
    expect(readAddress(typed, 'https:')).toEqual({ ok: false, reason: 'empty' }),
  )

  test.each([
    'model.glb',
    'ftp://example.com/model.glb',
    'javascript:alert(1)',
    'data:model/gltf-binary,x',
    'file:///a',
  ])('%s is no web address', (typed) => {
    expect(readAddress(typed, 'https:')).toEqual({ ok: false, reason: 'scheme' })
    expect(readAddress(typed, 'http:')).toEqual({ ok: false, reason: 'scheme' })
  })

  test('an unencrypted one is taken only where the page is unencrypted too', () => {
    const typed = 'http://example.com/model.glb'
    expect(readAddress(typed, 'https:')).toEqual({ ok: false, reason: 'scheme' })
    expect(readAddress(typed, 'http:')).toMatchObject({ ok: true })
  })

  test('is trimmed', () => {
    const read = readAddress('  https://example.com/model.glb ', 'https:')
    expect(read.ok && read.url.href).toBe('https://example.com/model.glb')
  })
})

describe('the USDZ beside a model', () => {
  test.each([
    ['https://example.com/a/chair.glb', 'https://example.com/a/chair.usdz'],
    ['https://example.com/chair.GLTF?v=2', 'https://example.com/chair.usdz?v=2'],
    ['https://example.com/chair.glb.zip', null],
    ['https://example.com/model?file=chair.glb', null],
  ])('%s: %s', (model, usdz) => expect(findUsdzAddress(new URL(model))).toBe(usdz))
})

test('Android’s viewer is told the model and where to go back to', () => {
  const link = sceneViewerLink('https://example.com/a b.glb?x=1&y=2', 'https://kamar.example/ViewerPage?ar=1')
  const [base = '', tail = ''] = link.split('#Intent;')
  expect(new URL(base.replace('intent:', 'https:')).searchParams.get('file')).toBe(
    'https://example.com/a b.glb?x=1&y=2',
  )
  expect(tail).toContain(`S.browser_fallback_url=${encodeURIComponent('https://kamar.example/ViewerPage?ar=1')};end;`)
})
