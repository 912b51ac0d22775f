import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signOut } from '../../platform/auth/session.js'
import { cachePackage } from '../../platform/offline-models/cache-package.js'
import { computeHash, PackageStore } from '../../platform/offline-models/package-store.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { MemoryFolder } from '../../testing/memory-folder.js'
import { accountRecord } from '../../testing/records.js'
import { renderApp } from '../../testing/render-app.js'
import { json } from '../../testing/stub-server.js'
import { testManifest } from '../../testing/test-viewer.js'

let root: MemoryFolder

/** Mocks the browser's features; the test's own file system, and locks that are always free. */
function offer(parts: { readonly storage: unknown; readonly locks: unknown }): void {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
  }
}

beforeEach(() => {
  root = new MemoryFolder()
  appServer().on('DELETE /api/auth/logout', () => json({}))
  vi.stubGlobal('isSecureContext', true)
  offer({
    storage: { getDirectory: async () => root, estimate: async () => ({ quota: 40 * 1024 ** 3 }) },
    locks: { request: async (_: string, work: () => Promise<unknown>) => work() },
  })
  localStorage.setItem('deviceOwner', accountRecord().id)
})
afterEach(async () => {
  await cleanUpPage()
  localStorage.clear()
  vi.unstubAllGlobals()
  for (const name of ['storage', 'locks']) Reflect.deleteProperty(navigator, name)
})

/** Stores a model of one file of so many bytes. */
async function storeModel(name: string, bytes: number, usedAt: number, version?: number): Promise<void> {
  const content = new Uint8Array(bytes).fill(usedAt).buffer
  const file = { path: 'scene/1.bin', size: bytes, sha256: await computeHash(content), encoding: 'identity' } as const
  const store = await PackageStore.open(root as unknown as FileSystemDirectoryHandle, accountRecord().id, true)
  if (!store) throw new Error('no store')
  const manifest = testManifest({ files: [file] })
  const request = { accountId: accountRecord().id, urn: name, name, manifest, limitBytes: 1e9, token: '' }
  const versionedRequest = version === undefined ? request : { ...request, version }
  await cachePackage(versionedRequest, { store, fetchFile: async () => content, now: () => usedAt })
}

const open = () => renderApp('/on-this-device', { signedIn: true })
const rows = () => screen.queryAllByRole('button', { name: /^Remove .* from this device$/ })

describe('offline models page', () => {
  test('shows the version of a file where it is known', async () => {
    await storeModel('house.ifc', 4, 2, 3)
    await storeModel('example.ifc', 4, 1)
    await open()
    expect((await screen.findByRole('link', { name: /^house\.ifc/ })).textContent).toContain('Version 3 · ')
    expect(screen.getByRole('link', { name: /^example\.ifc/ }).textContent).not.toContain('Version')
  })

  test('requests persistent storage and shows whether it was granted', async () => {
    const persist = vi.fn(async () => false)
    offer({
      storage: { ...navigator.storage, persisted: async () => false, persist },
      locks: { request: async (_: string, work: () => Promise<unknown>) => work() },
    })
    const { user } = await open()
    expect(await screen.findByText('The browser may clear these models when the disk fills up.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep permanently' }))
    expect(await screen.findByText(/hasn’t granted permanent storage/)).toBeTruthy()
    persist.mockResolvedValue(true)
    await user.click(screen.getByRole('button', { name: 'Keep permanently' }))
    expect(await screen.findByText(/stay on this device until/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Keep permanently' })).toBeNull()
  })

  test('lists models by last use with their sizes and the space limit', async () => {
    await storeModel('Tower.ifc', 2048, 1)
    await storeModel('Bridge.dwg', 4096, 2)
    await open()
    await waitFor(() =>
      expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual([
        'Remove Bridge.dwg from this device',
        'Remove Tower.ifc from this device',
      ]),
    )
    expect(await screen.findByText(/of 2 GB$/)).toBeTruthy()
    const link = screen.getAllByRole('link').find((one) => one.getAttribute('href')?.includes('urn=Bridge.dwg'))
    expect(link?.textContent).toContain('4')
  })

  test('removes one model or all of them', async () => {
    for (const [index, name] of ['One.ifc', 'Two.ifc', 'Three.ifc'].entries()) await storeModel(name, 1000, index + 1)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Remove Two.ifc from this device' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(await screen.findByText('Two.ifc removed from this device')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove all' }))
    expect(await screen.findByText('No models saved on this device')).toBeTruthy()
    expect(root.paths()).toEqual([])
  })

  test('removes all models when the limit is set to zero', async () => {
    await storeModel('Tower.ifc', 2048, 1)
    await open()
    const slider = await screen.findByRole('slider', { name: 'Space for models' })
    fireEvent.change(slider, { target: { value: '0' } })
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('Don’t store models'))
    expect(await screen.findByText('No models saved on this device')).toBeTruthy()
    expect(localStorage.getItem('deviceLimit')).toBe('0')
  })

  test('removes the models of another account at sign-in', async () => {
    await storeModel('Tower.ifc', 2048, 1)
    localStorage.setItem('deviceOwner', 'somebody else')
    await open()
    await waitFor(() => expect(root.paths()).toEqual([]))
    expect(localStorage.getItem('deviceOwner')).toBe(accountRecord().id)
  })

  test('removes the models at sign-out', async () => {
    await storeModel('Tower.ifc', 2048, 1)
    await open()
    await waitFor(() => expect(rows()).toHaveLength(1))
    await signOut()
    await waitFor(() => expect(root.paths()).toEqual([]))
    expect(localStorage.getItem('deviceOwner')).toBeNull()
  })

  test('shows that the browser cannot store models', async () => {
    vi.stubGlobal('isSecureContext', false)
    await open()
    expect(await screen.findByText(/This browser can’t store models/)).toBeTruthy()
  })
})
