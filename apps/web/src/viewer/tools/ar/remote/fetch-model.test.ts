import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchModel, isThere } from './fetch-model.js'
import { type GltfJson, readGltf, writeGlb } from './gltf-file.js'

const site = 'https://models.example'
let files: Record<string, string | Uint8Array<ArrayBuffer> | number>
let requests: { address: string; init: RequestInit | undefined }[]

beforeEach(() => {
  files = {}
  requests = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    requests.push({ address, init })
    if (address.startsWith('data:')) return Promise.resolve(new Response(atob(address.split(',')[1] ?? '')))
    const file = files[address.slice(site.length)]
    if (file === undefined) return Promise.reject(new TypeError('Failed to fetch'))
    if (typeof file === 'number') return Promise.resolve(new Response(null, { status: file }))
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
    return Promise.resolve(new Response(bytes, { headers: { 'content-length': String(bytes.length) } }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const gltf = (parts: GltfJson): string => JSON.stringify({ asset: { version: '2.0' }, ...parts })
const get = (path: string, onFraction: (fraction: number) => void = () => undefined) =>
  fetchModel(site + path, onFraction)
const failure = (path: string) =>
  get(path).then(
    () => null,
    (error: unknown) => error,
  )

describe('fetchModel', () => {
  test('omits cookies and referrer, and reports progress', async () => {
    files['/a.glb'] = writeGlb({ asset: { version: '2.0' } }, [Uint8Array.of(1, 2, 3, 4)])
    const fractions: number[] = []
    const bytes = await get('/a.glb', (fraction) => fractions.push(fraction))
    expect(bytes).toEqual(files['/a.glb'])
    expect(fractions.at(-1)).toBe(1)
    expect(requests[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })

  test('merges several files into one GLB with the same buffer view contents', async () => {
    files['/parts/a.gltf'] = gltf({
      buffers: [
        { uri: 'one.bin', byteLength: 5 },
        { uri: 'data:application/octet-stream;base64,BwgJ', byteLength: 3 },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 1, byteLength: 2 },
        { buffer: 1, byteLength: 3 },
      ],
      images: [{ uri: '../wood.png' }, { bufferView: 1, mimeType: 'image/jpeg' }],
    })
    files['/parts/one.bin'] = Uint8Array.of(1, 2, 3, 4, 5)
    files['/wood.png'] = Uint8Array.of(0x89, 0x50)
    const { json, binary } = readGltf(await get('/parts/a.gltf'))
    const view = (number: number): number[] => {
      const { byteOffset = 0, byteLength } = json.bufferViews?.[number] ?? { byteLength: 0 }
      return [...(binary ?? []).slice(byteOffset, byteOffset + byteLength)]
    }
    expect([view(0), view(1), view(2)]).toEqual([
      [2, 3],
      [7, 8, 9],
      [0x89, 0x50],
    ])
    expect(json.images).toEqual([
      { bufferView: 2, mimeType: 'image/png' },
      { bufferView: 1, mimeType: 'image/jpeg' },
    ])
    expect(json.buffers).toEqual([{ byteLength: binary?.length }])
  })

  test('keeps the offsets of meshopt-compressed buffer views', async () => {
    const compressed = { buffer: 1, byteOffset: 2, byteLength: 2, mode: 'ATTRIBUTES' }
    files['/a.gltf'] = gltf({
      buffers: [{ byteLength: 64 }, { uri: 'a.bin', byteLength: 6 }],
      bufferViews: [{ buffer: 0, byteLength: 64, extensions: { EXT_meshopt_compression: compressed } }],
    })
    files['/a.bin'] = Uint8Array.of(1, 2, 3, 4, 5, 6)
    const { json, binary } = readGltf(await get('/a.gltf'))
    expect(json.bufferViews?.[0]?.extensions?.EXT_meshopt_compression).toEqual({ ...compressed, buffer: 0 })
    expect([...(binary ?? []).slice(2, 4)]).toEqual([3, 4])
  })

  test.each([
    ['is unreachable or blocked by CORS', undefined, 'blocked', ''],
    ['is answered with an error status', 403, 'status', '403'],
    ['is a web page', '<!doctype html>', 'format', ''],
    ['is JSON other than glTF', '{"a":1}', 'format', ''],
    ['is glTF 1', '{"asset":{"version":"1.0"}}', 'format', ''],
    ['is empty', '', 'format', ''],
    ['is truncated', writeGlb({ asset: { version: '2.0' } }, []).slice(0, 30), 'format', ''],
    ['needs a decoder', gltf({ extensionsRequired: ['KHR_texture_basisu'] }), 'extension', 'KHR_texture_basisu'],
    ['lacks a referenced buffer', gltf({ buffers: [{ uri: 'gone.bin', byteLength: 1 }] }), 'blocked', ''],
  ])('rejects a model that %s', async (_name, file, reason, detail) => {
    if (file !== undefined) files['/a.glb'] = file
    expect(await failure('/a.glb')).toMatchObject({ reason, detail })
  })

  test('rejects a model of too many files', async () => {
    files['/part.bin'] = Uint8Array.of(1)
    const buffers = Array.from({ length: 600 }, () => ({ uri: 'part.bin', byteLength: 1 }))
    files['/a.gltf'] = gltf({ buffers })
    expect(await failure('/a.gltf')).toMatchObject({ reason: 'size' })
    expect(requests.length).toBeLessThanOrEqual(500)
  })
})

test('remote file check succeeds only for a readable file', async () => {
  files['/a.usdz'] = 'x'
  files['/b.usdz'] = 404
  expect(await Promise.all(['/a.usdz', '/b.usdz', '/c.usdz'].map((path) => isThere(site + path)))).toEqual([
    true,
    false,
    false,
  ])
})
