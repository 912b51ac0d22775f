import { afterEach, describe, expect, test, vi } from 'vitest'
import { storage, storageKeys } from './storage.js'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('storage keys keep the names given in the specification', () => {
  expect(storageKeys).toMatchObject({
    accessToken: 'accessToken',
    language: 'language',
    viewerToken: 'forge_token',
    uploadedFiles: 'uploadedFiles',
  })
})

describe('storage', () => {
  test('reads a written value, and null after its removal', () => {
    storage.write('language', 'hy')
    expect(storage.read('language')).toBe('hy')
    storage.remove('language')
    expect(storage.read('language')).toBeNull()
  })

  test('reads back written JSON', () => {
    storage.writeJson('panels', { left: 'tree' })
    expect(storage.readJson('panels')).toEqual({ left: 'tree' })
  })

  test('returns null for invalid JSON', () => {
    storage.write('panels', '{broken')
    expect(storage.readJson('panels')).toBeNull()
    expect(storage.readJson('uploadedFiles')).toBeNull()
  })

  test('does not throw when access is denied', () => {
    const deny = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: deny, setItem: deny, removeItem: deny })
    expect(storage.read('language')).toBeNull()
    expect(() => storage.write('language', 'hy')).not.toThrow()
    expect(() => storage.remove('language')).not.toThrow()
  })
})
