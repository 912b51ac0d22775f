import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PackageLoader } from '../types.js'
import { loadTextures } from './load-textures.js'
import { createPackageLoader } from './package-loader.js'

const manifest = { files: [{ path: 'scene/0.bin', sha256: 'abc' }] }
let requests: { url: string; headers: unknown }[] = []
let respond: (url: string) => Response | Promise<Response> = () => new Response('{}')

beforeEach(() => {
  requests = []
  respond = (url) => (url.includes('manifest') ? Response.json(manifest) : new Response(Uint8Array.of(1, 2)))
  vi.stubGlobal('document', { baseURI: 'https://host.test/viewer/page?x=1' })
  vi.stubGlobal('fetch', async (url: string, init: { headers: unknown }) => {
    requests.push({ url, headers: init.headers })
    return respond(url)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const signal = new AbortController().signal

describe('createPackageLoader', () => {
  it('returns the loader of the caller', () => {
    const loader = {} as PackageLoader
    expect(createPackageLoader({ loader })).toBe(loader)
  })

  it('fetches relative to the manifest, with its query and the hash of the file', async () => {
    const loader = createPackageLoader({ manifestUrl: '/models/7/manifest.json?token=t', headers: () => ({ a: 'b' }) })
    const before = await loader.fetchFile('scene/0.bin', signal)
    expect(new Uint8Array(before)).toEqual(Uint8Array.of(1, 2))
    expect(await loader.fetchManifest(signal)).toEqual(manifest)
    await loader.fetchFile('scene/0.bin', signal)
    await loader.fetchFile('tree.bin', signal)
    const base = 'https://host.test/models/7'
    expect(requests.map(({ url }) => url)).toEqual([
      `${base}/scene/0.bin?token=t`,
      `${base}/manifest.json?token=t`,
      `${base}/scene/0.bin?token=t&v=abc`,
      `${base}/tree.bin?token=t`,
    ])
    expect(requests.map(({ headers }) => headers)).toEqual(Array.from({ length: 4 }, () => ({ a: 'b' })))
  })

  it('fetches a file in a pack by its stream, with the hash of the pack', async () => {
    const location = { pack: 'scene/000.pack', offset: 90, size: 10, start: 1 }
    const packs = {
      files: [{ path: 'scene/7.bin', size: 2, sha256: 'abc', location }],
      packs: [{ path: 'scene/000.pack', size: 100, sha256: 'def' }],
    }
    respond = (url) => (url.includes('manifest') ? Response.json(packs) : new Response(Uint8Array.of(1, 2, 3)))
    const loader = createPackageLoader({ manifestUrl: '/models/7/manifest.json?token=t' })
    await loader.fetchManifest(signal)
    expect(new Uint8Array(await loader.fetchFile('scene/7.bin', signal))).toEqual(Uint8Array.of(2, 3))
    expect(requests.at(-1)?.url).toBe('https://host.test/models/7/scene/000.pack/90-99?token=t&v=def')
  })

  it('sends the headers of the moment of each request', async () => {
    let token = 'one'
    const loader = createPackageLoader({ manifestUrl: 'm/manifest.json', headers: () => ({ token }) })
    await loader.fetchFile('a', signal)
    token = 'two'
    await loader.fetchFile('a', signal)
    expect(requests.map(({ headers }) => headers)).toEqual([{ token: 'one' }, { token: 'two' }])
    expect(requests[0].url).toBe('https://host.test/viewer/m/a')
  })

  it.each([null, {}, { files: 'none' }])('accepts a manifest without files: %o', async (value) => {
    respond = () => Response.json(value)
    const loader = createPackageLoader({ manifestUrl: 'manifest.json' })
    expect(await loader.fetchManifest(signal)).toEqual(value)
  })

  it('rejects with the address and the status', async () => {
    respond = () => new Response('', { status: 404 })
    const loader = createPackageLoader({ manifestUrl: 'manifest.json' })
    await expect(loader.fetchFile('a', signal)).rejects.toMatchObject({
      code: 'fetch-failed',
      detail: 'https://host.test/viewer/a (404)',
    })
  })

  it('tells a failed network from a cancelled request', async () => {
    respond = () => Promise.reject(new TypeError('network'))
    const loader = createPackageLoader({ manifestUrl: 'manifest.json' })
    await expect(loader.fetchFile('a', signal)).rejects.toMatchObject({
      code: 'fetch-failed',
      cause: expect.any(TypeError),
    })
    const abort = new AbortController()
    abort.abort()
    await expect(loader.fetchFile('a', abort.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('loadTextures', () => {
  interface Bitmap {
    readonly width: number
    readonly height: number
    readonly quality: string | null
    close(): void
  }
  let closed = 0

  /** Decodes an image whose bytes are its width and height. */
  const stubDecoder = (): void => {
    closed = 0
    vi.stubGlobal('createImageBitmap', async (blob: Blob, options: Record<string, unknown>): Promise<Bitmap> => {
      const [width, height] = new Uint8Array(await blob.arrayBuffer())
      if (width === 0) throw new Error('not an image')
      expect([options['premultiplyAlpha'], options['colorSpaceConversion']]).toEqual(['none', 'none'])
      const quality = (options['resizeQuality'] as string | undefined) ?? null
      const size = (name: string, own: number): number => (options[name] as number | undefined) ?? own
      const bitmap = { quality, width: size('resizeWidth', width), height: size('resizeHeight', height) }
      return { ...bitmap, close: () => closed++ }
    })
  }
  const images: Readonly<Record<string, readonly [number, number]>> = {
    'textures/0.webp': [64, 64],
    'textures/1.webp': [16, 16],
    'textures/2.webp': [17, 8],
    'textures/3.webp': [0, 0],
  }
  const loadAll = (numbers: readonly number[], path: (name: string) => string = (name) => name) => {
    const loader: PackageLoader = {
      fetchManifest: async () => null,
      fetchFile: async (name) => Uint8Array.from(images[path(name)] ?? []),
    }
    return loadTextures({ loader, signal, numbers, side: 64 }) as unknown as Promise<Map<number, Bitmap>>
  }
  const inOrder = (name: string): string => `textures/${Number(/\d+/.exec(name)?.[0])}.webp`

  it('decodes images at their own size, and scales others to the side', async () => {
    stubDecoder()
    const bitmaps = await loadAll([0, 1, 2], inOrder)
    expect([...bitmaps].map(([number, { width, height, quality }]) => [number, width, height, quality])).toEqual(
      expect.arrayContaining([
        [0, 64, 64, null],
        // A quarter of the side or less is pixel art.
        [1, 64, 64, 'pixelated'],
        [2, 64, 64, 'high'],
      ]),
    )
    expect(closed).toBe(2)
  })

  it('omits images that cannot be decoded', async () => {
    stubDecoder()
    expect([...(await loadAll([3, 0], inOrder)).keys()]).toEqual([0])
  })

  it('loads every image of a long list once', async () => {
    stubDecoder()
    const numbers = Array.from({ length: 30 }, (_, at) => at)
    const bitmaps = await loadAll(numbers, () => 'textures/0.webp')
    expect([...bitmaps.keys()].sort((a, b) => a - b)).toEqual(numbers)
  })
})
