import { ApiError } from '@kamar/contracts'
import { expect, test, vi } from 'vitest'
import { testManifest } from '../../../testing/test-viewer.js'
import { withDeviceCopy } from './with-device-copy.js'

const { signal } = new AbortController()
const file = { path: 'scene/1.bin', size: 3, sha256: 'a'.repeat(64), encoding: 'identity' } as const
const manifest = testManifest({ files: [file] })
const bytes = (value: number): ArrayBuffer => new Uint8Array([value]).buffer
const refusal = (status: number) => new ApiError(status, { status, code: 'not-found', message: '' })

function parts({ hasCopy = true, online = true, fetchManifest = async (): Promise<unknown> => manifest } = {}) {
  const server = { fetchManifest: vi.fn(fetchManifest), fetchFile: vi.fn(async () => bytes(1)) }
  const read = vi.fn(async (hash: string) => (hash === file.sha256 ? bytes(2) : null))
  const model = { urn: 'one', name: 'one', manifest, bytes: 1, usedAt: 1, isWhole: true }
  const device = {
    find: async () => (hasCopy ? { model, read } : null),
    remove: vi.fn(async () => undefined),
    recordUse: vi.fn(async () => undefined),
    isOnline: () => online,
  }
  return { server, read, device, loader: withDeviceCopy('one', server, device) }
}

test('withDeviceCopy reads files from the device and the manifest from the server', async () => {
  const { loader, server, device } = parts()
  await loader.fetchManifest(signal)
  expect(await loader.fetchFile(file.path, signal)).toEqual(bytes(2))
  expect(server.fetchManifest).toHaveBeenCalledOnce()
  expect(server.fetchFile).not.toHaveBeenCalled()
  expect(device.recordUse).toHaveBeenCalledWith('one')
})

test('withDeviceCopy fetches files from the server when no copy exists or the translation is in progress', async () => {
  const none = parts({ hasCopy: false })
  await none.loader.fetchManifest(signal)
  expect(await none.loader.fetchFile(file.path, signal)).toEqual(bytes(1))
  const growing = parts({ fetchManifest: async () => ({ ...manifest, state: 'inprogress' }) })
  await growing.loader.fetchManifest(signal)
  expect(await growing.loader.fetchFile(file.path, signal)).toEqual(bytes(1))
  expect(growing.read).not.toHaveBeenCalled()
})

test('withDeviceCopy sends no request without a network', async () => {
  const { loader, server } = parts({ online: false })
  expect(await loader.fetchManifest(signal)).toBe(manifest)
  expect(await loader.fetchFile(file.path, signal)).toEqual(bytes(2))
  expect(server.fetchManifest).not.toHaveBeenCalled()
})

test('withDeviceCopy falls back to the copy when the server is unreachable, and fails without a copy', async () => {
  const silent = async () => Promise.reject(new ApiError(null, null))
  expect(await parts({ fetchManifest: silent }).loader.fetchManifest(signal)).toBe(manifest)
  await expect(parts({ fetchManifest: silent, hasCopy: false }).loader.fetchManifest(signal)).rejects.toThrow(ApiError)
})

test.each([403, 404, 410])('withDeviceCopy removes the copy when the server responds with %s', async (status) => {
  const { loader, device } = parts({ fetchManifest: () => Promise.reject(refusal(status)) })
  await expect(loader.fetchManifest(signal)).rejects.toThrow(ApiError)
  expect(device.remove).toHaveBeenCalledWith('one')
})

test.each([401, 503])('withDeviceCopy retains the copy when the server responds with %s', async (status) => {
  const { loader, device } = parts({ fetchManifest: () => Promise.reject(refusal(status)) })
  await expect(loader.fetchManifest(signal)).rejects.toThrow(ApiError)
  expect(device.remove).not.toHaveBeenCalled()
})
