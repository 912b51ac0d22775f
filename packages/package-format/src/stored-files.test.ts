import { describe, expect, it } from 'vitest'
import { FileFetcher, type FileAddress } from './index.js'

const signal = new AbortController().signal
const streamBytes = 30
const names = ['scene/000.bin', 'scene/001.bin', 'scene/002.bin']

/** Files of ten bytes, three in each of ten streams, and one stream of one file. */
const files = Array.from({ length: 31 }, (_, number) => ({
  ...{ path: names[number] ?? `scene/${number}.bin`, size: 10, sha256: '', encoding: 'identity' as const },
  location: { pack: 'scene/000.pack', offset: Math.floor(number / 3) * 20, size: 20, start: (number % 3) * 10 },
}))
const packs = [{ path: 'scene/000.pack', size: 220, sha256: 'abc', encoding: 'identity' as const }]

const createStream = (first: number, length = streamBytes): ArrayBuffer =>
  Uint8Array.from({ length }, (_, at) => first + at).buffer

/** Creates a fetcher, and the list of what it requested. */
function createFetcher(respond: (address: FileAddress, signal: AbortSignal) => Promise<ArrayBuffer | Uint8Array>) {
  const requests: string[] = []
  const fetcher = new FileFetcher((address, requestSignal) => {
    requests.push(address.path)
    return respond(address, requestSignal)
  })
  fetcher.addresses.add({ files, packs })
  return { fetcher, requests }
}

const toList = (content: ArrayBuffer | Uint8Array): number[] => [...new Uint8Array(content)]

describe('FileFetcher', () => {
  it('fetches the files of a stream with one request, also at the same time', async () => {
    const { fetcher, requests } = createFetcher(async () => createStream(0))
    const contents = await Promise.all(names.slice(0, 2).map((name) => fetcher.fetchFile(name, signal)))
    contents.push(await fetcher.fetchFile(names[2], signal))
    expect(requests).toEqual(['scene/000.pack/0-19'])
    expect(contents.map(toList)).toEqual(names.map((_, number) => toList(createStream(number * 10, 10))))
  })

  it('returns bytes that the caller may transfer', async () => {
    const { fetcher } = createFetcher(async () => createStream(0))
    const content = await fetcher.fetchFile(names[0], signal)
    structuredClone(content, { transfer: [content as ArrayBuffer] })
    expect(toList(await fetcher.fetchFile(names[0], signal))).toEqual(toList(createStream(0, 10)))
  })

  it('fetches files that are in no pack by their own path', async () => {
    const { fetcher, requests } = createFetcher(async () => Uint8Array.of(7))
    expect(toList(await fetcher.fetchFile('tree.bin', signal))).toEqual([7])
    expect(requests).toEqual(['tree.bin'])
  })

  it('requests a stream again after eight others', async () => {
    const { fetcher, requests } = createFetcher(async () => createStream(0))
    for (let stream = 0; stream < 8; stream++) await fetcher.fetchFile(files[stream * 3].path, signal)
    await fetcher.fetchFile(files[1].path, signal)
    expect(requests).toHaveLength(8)
    await fetcher.fetchFile(files[24].path, signal)
    await fetcher.fetchFile(files[2].path, signal)
    expect(requests).toHaveLength(10)
  })

  it('does not keep a stream of a single file', async () => {
    const { fetcher, requests } = createFetcher(async () => createStream(0, 10))
    for (let count = 0; count < 2; count++) await fetcher.fetchFile(files[30].path, signal)
    expect(requests).toHaveLength(2)
  })

  it('requests a stream again after a failure', async () => {
    let failures = 1
    const { fetcher } = createFetcher(async () => {
      if (failures-- > 0) throw new TypeError('network')
      return createStream(0)
    })
    await expect(fetcher.fetchFile(names[0], signal)).rejects.toThrow('network')
    expect(toList(await fetcher.fetchFile(names[0], signal))).toHaveLength(10)
  })

  it('is not cancelled with another caller', async () => {
    const leaving = new AbortController()
    const { fetcher, requests } = createFetcher((_, requestSignal) =>
      requestSignal === leaving.signal
        ? new Promise((_resolve, reject) =>
            requestSignal.addEventListener('abort', () => reject(new RangeError('cancelled'))),
          )
        : Promise.resolve(createStream(0)),
    )
    const cancelled = fetcher.fetchFile(names[0], leaving.signal)
    const other = fetcher.fetchFile(names[1], signal)
    leaving.abort()
    await expect(cancelled).rejects.toThrow('cancelled')
    expect(toList(await other)).toEqual(toList(createStream(10, 10)))
    expect(requests).toHaveLength(2)
  })

  it('rejects a stream that is shorter than the manifest states', async () => {
    const { fetcher } = createFetcher(async () => createStream(0, 29))
    await expect(fetcher.fetchFile(names[2], signal)).rejects.toThrow(RangeError)
  })
})
