import { mutate, RecordedSource, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { memorySource } from '@kamar/core'
import { CompoundFile } from './compound-file.js'
import { writeCompound } from './testing/compound-writer.js'

const random = seededRandom(20_261)
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => Math.floor(random() * 256))
const open = (bytes: Uint8Array): Promise<CompoundFile> => CompoundFile.open(memorySource('a.rvt', bytes))
const read = async (bytes: Uint8Array, name: string): Promise<Uint8Array | null> =>
  (await open(bytes)).stream(name, 1e6)
const streams = {
  Small: noise(700),
  Tiny: noise(1),
  Empty: new Uint8Array(),
  Large: noise(70_000),
  Border: noise(4096),
}
const file = writeCompound(streams)
/** Compares in one step: an assertion byte by byte takes seconds. */
const isSame = (bytes: Uint8Array | null, other: Uint8Array): boolean =>
  bytes !== null && Buffer.compare(bytes, other) === 0
const damaged = { failure: { code: 'damaged' } }

const endOfChain = 0xfffffffe
const free = 0xffffffff
const field = {
  version: 26,
  shift: 30,
  miniShift: 32,
  directory: 48,
  miniTable: 60,
  moreTables: 68,
  tables: 76,
} as const
const entry = { type: 66, left: 68, right: 72, child: 76, start: 116, size: 120 } as const

/** A file whose numbers are edited one by one; sectors of 512 bytes. */
class Changed {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(original: Uint8Array) {
    this.bytes = original.slice()
    this.#view = new DataView(this.bytes.buffer)
  }

  header(at: number): number {
    return this.#view.getUint32(at, true)
  }

  setHeader(at: number, value: number): this {
    this.#view.setUint32(at, value, true)
    return this
  }

  /** Returns the position of a sector's entry in the allocation table (FAT). */
  #row(sector: number): number {
    const table = this.header(field.tables + 4 * Math.floor(sector / 128))
    return 512 * (table + 1) + 4 * (sector % 128)
  }

  next(sector: number): number {
    return this.#view.getUint32(this.#row(sector), true)
  }

  setNext(sector: number, value: number): this {
    this.#view.setUint32(this.#row(sector), value, true)
    return this
  }

  /** Returns the position in a directory entry. Row 0 is the root; streams follow in order. */
  entry(row: number, at: number): number {
    return this.#view.getUint32(512 + 128 * row + at, true)
  }

  setEntry(row: number, at: number, value: number): this {
    if (at === entry.type) this.#view.setUint8(512 + 128 * row + at, value)
    else this.#view.setUint32(512 + 128 * row + at, value, true)
    return this
  }

  /** Swaps two sectors in the middle of chains. */
  swap(one: number, other: number): this {
    const [a, b] = [one, other].map((sector) => this.bytes.slice(512 * (sector + 1), 512 * (sector + 2)))
    this.bytes.set(b, 512 * (one + 1))
    this.bytes.set(a, 512 * (other + 1))
    const [afterOne, afterOther] = [this.next(one), this.next(other)]
    this.setNext(one - 1, other).setNext(other - 1, one)
    return this.setNext(one, afterOther).setNext(other, afterOne)
  }
}
const changed = (original = file): Changed => new Changed(original)
const rows = { Small: 1, Tiny: 2, Empty: 3, Large: 4, Border: 5 } as const

describe('CompoundFile', () => {
  it.each([512, 4096] as const)('reads small and large streams from sectors of %d bytes', async (sectorBytes) => {
    const compoundFile = await open(writeCompound(streams, sectorBytes))
    expect([...compoundFile.names].toSorted()).toEqual(Object.keys(streams).toSorted())
    for (const [name, bytes] of Object.entries(streams)) {
      expect(isSame(await compoundFile.stream(name, 1e6), bytes), name).toBe(true)
    }
    expect(await compoundFile.stream('Other', 1e6)).toBeNull()
  })

  it('returns at most the requested bytes of a stream', async () => {
    const compoundFile = await open(file)
    expect(await compoundFile.stream('Large', 5000)).toEqual(streams.Large.subarray(0, 5000))
    expect(await compoundFile.stream('Small', 100)).toEqual(streams.Small.subarray(0, 100))
    expect(await compoundFile.stream('Large', 0)).toEqual(new Uint8Array(0))
  })

  it('reads only the sectors of the requested bytes', async () => {
    const source = new RecordedSource('a.rvt', file)
    const compoundFile = await CompoundFile.open(source)
    const before = source.readCount
    await compoundFile.stream('Large', 5000)
    expect([source.readCount - before, source.completeReads, source.longestRead < 10_000]).toEqual([1, 0, true])
  })

  it('joins streams from scattered sectors', async () => {
    const first = changed().entry(rows.Large, entry.start)
    const scattered = changed()
      .swap(first + 10, first + 120)
      .swap(first + 20, first + 60)
    expect(isSame(await read(scattered.bytes, 'Large'), streams.Large)).toBe(true)
  })

  it('joins small streams from scattered mini sectors', async () => {
    const scattered = changed()
    const [small, table] = [scattered.entry(0, entry.start), scattered.header(field.miniTable)].map(
      (at) => 512 * (at + 1),
    )
    // Swaps the mini sectors 2 and 5: 1 leads to 5, 5 to 3, 4 to 2, 2 to 6.
    const [two, five] = [2, 5].map((at) => scattered.bytes.slice(small + 64 * at, small + 64 * (at + 1)))
    scattered.bytes.set(five, small + 64 * 2)
    scattered.bytes.set(two, small + 64 * 5)
    const leads = [
      [1, 5],
      [5, 3],
      [4, 2],
      [2, 6],
    ] as const
    for (const [from, to] of leads) scattered.setHeader(table + 4 * from, to)
    expect(isSame(await read(scattered.bytes, 'Small'), streams.Small)).toBe(true)
  })

  it('accepts a short last sector', async () => {
    const big = writeCompound({ Large: noise(5000) })
    const intact = changed(big)
    // Moves the FAT before the stream's last sector, which then ends the file.
    const table = intact.header(field.tables)
    const last = table - 1
    const swapped = changed(big)
    swapped.bytes.set(big.slice(512 * (table + 1), 512 * (table + 2)), 512 * (last + 1))
    swapped.bytes.set(big.slice(512 * (last + 1), 512 * (last + 2)), 512 * (table + 1))
    swapped.setHeader(field.tables, last)
    swapped.setNext(last - 1, table).setNext(table, endOfChain)
    const short = swapped.bytes.slice(0, swapped.bytes.length - 512 + (5000 % 512))
    expect(await read(short, 'Large')).toEqual(await read(big, 'Large'))
    await expect(read(short.slice(0, 512 * (table + 1)), 'Large')).rejects.toMatchObject(damaged)
  })

  it('reads FAT sectors listed in DIFAT sectors', async () => {
    const intact = changed()
    const listed = Array.from({ length: 109 }, (_, row) => intact.header(field.tables + 4 * row)).filter(
      (row) => row !== free,
    )
    const list = new Uint8Array(512).fill(255)
    const view = new DataView(list.buffer)
    for (const [row, sector] of listed.entries()) view.setUint32(4 * row, sector, true)
    view.setUint32(508, endOfChain, true)
    const longer = changed(Uint8Array.from(Buffer.concat([file, list])))
    for (let row = 0; row < listed.length; row++) longer.setHeader(field.tables + 4 * row, free)
    longer.setHeader(field.moreTables, file.length / 512 - 1)
    expect(isSame(await read(longer.bytes, 'Large'), streams.Large)).toBe(true)
  })

  it('lists no streams when the root has no child', async () => {
    expect((await open(changed().setEntry(0, entry.child, free).bytes)).names).toEqual([])
  })

  it('lists streams in storages by their path', async () => {
    const storage = changed().setEntry(rows.Large, entry.type, 1).setEntry(rows.Large, entry.child, rows.Tiny)
    storage.setEntry(rows.Small, entry.right, rows.Empty)
    expect([...(await open(storage.bytes)).names].toSorted()).toEqual(['Border', 'Empty', 'Large/Tiny', 'Small'])
    expect(isSame(await read(storage.bytes, 'Large/Tiny'), streams.Tiny)).toBe(true)
  })

  it('lists streams on both sides of the directory tree, each once in a cycle', async () => {
    const tree = changed().setEntry(0, entry.child, rows.Empty)
    tree.setEntry(rows.Empty, entry.left, rows.Small).setEntry(rows.Small, entry.right, rows.Tiny)
    tree.setEntry(rows.Tiny, entry.right, rows.Empty)
    expect([...(await open(tree.bytes)).names].toSorted()).toEqual(Object.keys(streams).toSorted())
    const lost = changed().setEntry(rows.Small, entry.right, 60_000)
    expect((await open(lost.bytes)).names).toEqual(['Small'])
  })
})

describe('CompoundFile with many streams', () => {
  it('reads a directory of several sectors', async () => {
    const streams = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Stream ${at}`, Uint8Array.of(at)]))
    const compoundFile = await open(writeCompound(streams))
    expect(compoundFile.names).toHaveLength(40)
    expect(await compoundFile.stream('Stream 39', 9)).toEqual(Uint8Array.of(39))
  })

  it('keeps stream names of up to 31 characters', async () => {
    const name = 'Ⅻ'.padEnd(31, 'x')
    expect((await open(writeCompound({ [name]: new Uint8Array(1) }))).names).toEqual([name])
  })
})

describe('damaged CompoundFile', () => {
  it.each([
    ['an empty file', new Uint8Array()],
    ['a signature only', file.slice(0, 8)],
    ['a header only', file.slice(0, 512)],
    ['a wrong signature', file.with(0, 0)],
    ['a sector size of zero', file.with(field.shift, 3)],
    ['an unsupported mini sector size', file.with(field.miniShift, 9)],
    ['a cyclic directory chain', changed().setNext(changed().header(field.directory), 0).bytes],
    ['no directory', changed().setHeader(field.directory, endOfChain).bytes],
    ['a directory beyond the end of the file', changed().setHeader(field.directory, 1_000_000).bytes],
    ['a cyclic FAT', changed().setHeader(field.moreTables, 0).bytes],
    ['a FAT beyond the end of the file', changed().setHeader(field.tables, 1_000_000).bytes],
    [
      'a cyclic mini FAT',
      changed().setNext(changed().header(field.miniTable), changed().header(field.miniTable)).bytes,
    ],
    ['a mini stream that begins beyond the end of the file', changed().setEntry(0, entry.start, 1_000_000).bytes],
    ['a truncated mini stream', changed().setNext(changed().entry(0, entry.start), endOfChain).bytes],
  ])('is rejected as damaged for %s', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject(damaged)
  })

  it.each([
    ['a stream larger than the file', 'Large', changed().setEntry(rows.Large, entry.size, 0x7fffffff)],
    ['a stream larger than its chain', 'Large', changed().setEntry(rows.Large, entry.size, 71_000)],
    [
      'a cyclic stream',
      'Large',
      changed()
        .setEntry(rows.Large, entry.size, 71_000)
        .setNext(changed().entry(rows.Large, entry.start) + 3, changed().entry(rows.Large, entry.start)),
    ],
    [
      'a stream that begins beyond the end of the file',
      'Large',
      changed().setEntry(rows.Large, entry.start, 1_000_000),
    ],
    [
      'a stream that continues beyond the end of the file',
      'Large',
      changed().setNext(changed().entry(rows.Large, entry.start) + 1, 1_000_000),
    ],
    ['a mini stream entry that begins beyond the end', 'Small', changed().setEntry(rows.Small, entry.start, 5000)],
    ['a mini stream entry larger than its chain', 'Small', changed().setEntry(rows.Small, entry.size, 4000)],
    ['mini sectors beyond the mini stream', 'Small', changed().setEntry(0, entry.size, 128)],
  ])('fails on %s and still reads the other streams', async (_, name, copy) => {
    const compoundFile = await open(copy.bytes)
    await expect(compoundFile.stream(name, 1e9)).rejects.toMatchObject(damaged)
    expect(isSame(await compoundFile.stream('Border', 1e6), streams.Border)).toBe(true)
  })

  it('is read or rejected as damaged when it is truncated anywhere', async () => {
    const intact = writeCompound({ Small: noise(700), Large: noise(9000) })
    for (let length = 0; length < intact.length; length += 97) {
      const code = await readOutcome(intact.slice(0, length))
      expect(['read', 'damaged'], `${length} bytes`).toContain(code)
    }
  })

  it('is read or rejected as damaged after any mutation', async () => {
    const intact = writeCompound({ Small: noise(700), Large: noise(9000) })
    for (let copy = 1; copy <= 400; copy++) {
      expect(['read', 'damaged'], `copy ${copy}`).toContain(await readOutcome(mutate(intact, copy)))
    }
  })
})

/** Returns the outcome of reading all streams: the failure code, `read`, or `fault`. */
async function readOutcome(bytes: Uint8Array): Promise<string> {
  try {
    const compoundFile = await open(bytes)
    for (const name of compoundFile.names) await compoundFile.stream(name, 1e6)
    return 'read'
  } catch (error) {
    return (error as { failure?: { code: string } }).failure?.code ?? 'fault'
  }
}
