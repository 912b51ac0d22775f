const headerBytes = 512
const smallSectorBytes = 64
const smallStreamBytes = 4096
const endOfChain = 0xfffffffe
const free = 0xffffffff
const tableSector = 0xfffffffd

const padded = (bytes: Uint8Array, to: number): Uint8Array => {
  const result = new Uint8Array(Math.ceil(bytes.length / to) * to)
  result.set(bytes)
  return result
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))

const numbers = (values: readonly number[], fill: number, sectorBytes: number): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil((4 * values.length) / sectorBytes) * sectorBytes)
  const view = new DataView(bytes.buffer)
  for (let row = 0; row < bytes.length / 4; row++) view.setUint32(4 * row, values[row] ?? fill, true)
  return bytes
}

/** Layout of sectors and their chains. */
class Layout {
  readonly parts: Uint8Array[] = []
  readonly chain: number[] = []
  readonly sectorBytes: number

  constructor(sectorBytes: number) {
    this.sectorBytes = sectorBytes
  }

  /** Appends bytes and returns their first sector. */
  add(bytes: Uint8Array): number {
    if (bytes.length === 0) return endOfChain
    const start = this.chain.length
    const count = Math.ceil(bytes.length / this.sectorBytes)
    for (let sector = 0; sector < count; sector++) this.chain.push(sector + 1 < count ? start + sector + 1 : endOfChain)
    this.parts.push(padded(bytes, this.sectorBytes))
    return start
  }
}

/** Writes a compound file of these streams, its directory first; streams below 4096 bytes go to the mini stream. */
export function writeCompound(
  streams: Readonly<Record<string, Uint8Array>>,
  sectorBytes: 512 | 4096 = 512,
): Uint8Array {
  const entries = Object.entries(streams)
  const layout = new Layout(sectorBytes)
  const directory = padded(new Uint8Array(128 * (entries.length + 1)), sectorBytes)
  layout.add(directory)
  const small = entries.filter(([, bytes]) => bytes.length < smallStreamBytes)
  const smallChain: number[] = []
  const smallStarts = new Map(
    small.map(([name, bytes]) => {
      const start = smallChain.length
      const count = Math.ceil(bytes.length / smallSectorBytes)
      for (let sector = 0; sector < count; sector++) {
        smallChain.push(sector + 1 < count ? start + sector + 1 : endOfChain)
      }
      return [name, start]
    }),
  )
  const smallTable = layout.add(smallChain.length > 0 ? numbers(smallChain, free, sectorBytes) : new Uint8Array(0))
  const smallBytes = joined(small.map(([, bytes]) => padded(bytes, smallSectorBytes)))
  writeEntry(directory, 0, { name: 'Root Entry', type: 5, start: layout.add(smallBytes), size: smallBytes.length })
  for (const [row, [name, bytes]] of entries.entries()) {
    const start = smallStarts.get(name) ?? layout.add(bytes)
    writeEntry(directory, row + 1, {
      name,
      type: 2,
      start,
      size: bytes.length,
      right: row + 2 <= entries.length ? row + 2 : free,
    })
  }
  layout.parts[0] = directory
  return joined([createHeader(layout, smallTable, smallChain.length), ...layout.parts, createSectorTable(layout)])
}

/** Computes the number of sectors of the FAT, which also lists its own sectors. */
function tableSectors({ chain, sectorBytes }: Layout): number {
  let count = 1
  while ((count * sectorBytes) / 4 < chain.length + count) count++
  return count
}

const createSectorTable = (layout: Layout): Uint8Array =>
  numbers([...layout.chain, ...Array<number>(tableSectors(layout)).fill(tableSector)], free, layout.sectorBytes)

function createHeader(layout: Layout, smallTable: number, smallRows: number): Uint8Array {
  const header = padded(new Uint8Array(headerBytes), layout.sectorBytes)
  const view = new DataView(header.buffer)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [at, value] of [
    [24, 0x3e],
    [26, layout.sectorBytes === 512 ? 3 : 4],
    [28, 0xfffe],
    [30, Math.log2(layout.sectorBytes)],
    [32, 6],
  ])
    view.setUint16(at, value, true)
  const tables = tableSectors(layout)
  const rows = [
    [44, tables],
    [48, 0],
    [56, smallStreamBytes],
    [60, smallTable],
    [64, Math.ceil((4 * smallRows) / layout.sectorBytes)],
    [68, endOfChain],
  ]
  for (const [at, value] of rows) view.setUint32(at, value, true)
  for (let row = 0; row < 109; row++) {
    view.setUint32(76 + 4 * row, row < tables ? layout.chain.length + row : free, true)
  }
  return header
}

interface WrittenEntry {
  readonly name: string
  readonly type: number
  readonly start: number
  readonly size: number
  readonly right?: number
}

function writeEntry(directory: Uint8Array, row: number, { name, type, start, size, right = free }: WrittenEntry): void {
  const view = new DataView(directory.buffer, 128 * row, 128)
  for (const [index, character] of [...name].entries()) view.setUint16(2 * index, character.charCodeAt(0), true)
  view.setUint16(64, 2 * (name.length + 1), true)
  view.setUint8(66, type)
  view.setUint32(68, free, true)
  view.setUint32(72, right, true)
  view.setUint32(76, type === 5 ? 1 : free, true)
  view.setUint32(116, start, true)
  view.setUint32(120, size, true)
}
