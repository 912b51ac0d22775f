import { afterEach, describe, expect, test, vi } from 'vitest'
import { storage, storageKeys } from './storage.js'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the specification’s names are kept', () => {
  expect(storageKeys).toMatchObject({
    accessToken: 'accessToken',
    language: 'language',
    viewerToken: 'forge_token',
    uploadedFiles: 'uploadedFiles',
  })
})

describe('storage', () => {
  test('reads what was written and forgets what was removed', () => {
    storage.write('language', 'hy')
    expect(storage.read('language')).toBe('hy')
    storage.remove('language')
    expect(storage.read('language')).toBeNull()
  })

  test('keeps JSON', () => {
    storage.writeJson('panels', { left: 'tree' })
    expect(storage.readJson('panels')).toEqual({ left: 'tree' })
  })

  test('gives nothing for what is no JSON', () => {
    storage.write('panels', '{broken')
    expect(storage.readJson('panels')).toBeNull()
    expect(storage.readJson('uploadedFiles')).toBeNull()
  })

  test('breaks nothing where it is forbidden or full', () => {
    const deny = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: deny, setItem: deny, removeItem: deny })
    expect(storage.read('language')).toBeNull()
    expect(() => storage.write('language', 'hy')).not.toThrow()
    expect(() => storage.remove('language')).not.toThrow()
  })
})
