import { describe, expect, it } from 'vitest'
import { CoordinateParts, type CoordinateStorage, type PolylinePart } from './coordinate-parts.js'

const polylinePoints = 400_000
const createPolyline = (number: number): Float64Array =>
  Float64Array.from({ length: polylinePoints * 2 }, (_, at) => number + at / 4)

/** Adds four polylines, of which the first three are a complete part. */
function createParts(): CoordinateParts {
  const parts = new CoordinateParts('coordinates/0')
  for (let number = 0; number < 4; number++) parts.add(createPolyline(number))
  return parts
}

class MemoryStorage implements CoordinateStorage {
  readonly files = new Map<string, Uint8Array>()

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.files.set(path, bytes.slice())
  }
  async read(path: string): Promise<Uint8Array> {
    // At an offset that is not a multiple of eight, as a file may be read.
    const bytes = this.files.get(path) ?? new Uint8Array()
    const buffer = new Uint8Array(bytes.length + 3)
    buffer.set(bytes, 3)
    return buffer.subarray(3)
  }
  async remove(path: string): Promise<void> {
    this.files.delete(path)
  }
}

const getRange = ({ first, end, firstPoint }: PolylinePart) => ({ first, end, firstPoint })

const ranges = [
  { first: 0, end: 3, firstPoint: 0 },
  { first: 3, end: 4, firstPoint: 3 * polylinePoints },
]

describe('CoordinateParts', () => {
  it('has one part without polylines', () => {
    const parts = [...new CoordinateParts('a').list()]
    expect(parts.map(({ first, end, coordinates }) => [first, end, coordinates.length])).toEqual([[0, 0, 0]])
  })

  it('begins a part when the last one has a million points', () => {
    const parts = createParts()
    expect([...parts.list()].map(getRange)).toEqual(ranges)
    expect(parts.length).toBe(4 * polylinePoints * 2)
  })

  it('returns complete parts from a storage as they were, and removes them there', async () => {
    const parts = createParts()
    const storage = new MemoryStorage()
    await parts.moveTo(storage)
    await parts.moveTo(storage)
    expect([...storage.files.keys()]).toEqual(['coordinates/0-0.bin'])
    const loaded = []
    for await (const part of parts.load()) loaded.push(part)
    expect(loaded.map(getRange)).toEqual(ranges)
    const [complete, open] = loaded.map(({ coordinates }) => coordinates)
    expect(
      Buffer.from(complete!.slice(polylinePoints * 2, polylinePoints * 4).buffer).equals(
        Buffer.from(createPolyline(1).buffer),
      ),
    ).toBe(true)
    expect(open?.[2]).toBe(3.5)
    await parts.removeMoved()
    expect(storage.files.size).toBe(0)
  })
})
