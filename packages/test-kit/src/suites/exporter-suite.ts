import type { ExporterMetadata } from '@kamar/core'
import { beforeAll, describe, expect, it } from 'vitest'

/** Files of a view package as stored, by path. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>

/** Returns a stored file of a package by its path; rejects when it has none. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** One export that the suite requests. */
export interface SuiteExport {
  readonly name: string
  readonly read: ReadFile
  readonly onFraction: (fraction: number) => void
}

/** Packages for `describeExporter`, and the function that it tests. */
export interface ExporterSuiteOptions {
  /** Writes a package of a model with surfaces, textures, properties and sheets. */
  createFull(): Promise<PackageFiles>
  /** Writes a package of a model without geometry, properties and sheets. */
  createEmpty(): Promise<PackageFiles>
  /** Writes an export of the package that `read` belongs to. */
  write(suiteExport: SuiteExport): AsyncIterable<Uint8Array>
}

/** Lists an example of each name of the exporter's exports. */
const listNames = ({ id, of }: ExporterMetadata): string[] => [
  ...(of.some((source) => source !== 'sheet') ? [id] : []),
  ...(of.includes('sheet') ? [`sheet-${id}-0`] : []),
]

const readFrom =
  (files: PackageFiles): ReadFile =>
  (path) => {
    const bytes = files.get(path)
    return bytes ? Promise.resolve(bytes) : Promise.reject(new RangeError(`no file ${path}`))
  }

/**
 * Tests that hold for every exporter: the same bytes for the same package, an empty model, damaged packages, aborted
 * reading. Called first in an exporter's test.
 */
export function describeExporter(descriptor: ExporterMetadata, options: ExporterSuiteOptions): void {
  describe.each(listNames(descriptor))('exporter of %s', (name) => {
    let full: PackageFiles
    /** Paths that the export of the full package reads, in order. */
    const paths: string[] = []
    let bytes: Buffer
    const fractions: number[] = []
    const write = async (read: ReadFile, onFraction: (fraction: number) => void = () => undefined): Promise<Buffer> => {
      const chunks: Uint8Array[] = []
      for await (const chunk of options.write({ name, read, onFraction })) chunks.push(chunk.slice())
      return Buffer.concat(chunks)
    }
    beforeAll(async () => {
      full = await options.createFull()
      const read = readFrom(full)
      const record: ReadFile = (path) => {
        paths.push(path)
        return read(path)
      }
      bytes = await write(record, (fraction) => fractions.push(fraction))
    })

    it('writes the same bytes for the same model', async () => {
      expect(bytes.length).toBeGreaterThan(0)
      expect((await write(readFrom(await options.createFull()))).equals(bytes)).toBe(true)
    })

    it('reports progress that never falls and ends at 1', () => {
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
      expect(fractions.at(0)).toBeGreaterThanOrEqual(0)
      expect(fractions.at(-1)).toBe(1)
    })

    it.runIf(descriptor.of.includes('model'))('writes a file of an empty model', async () => {
      expect((await write(readFrom(await options.createEmpty()))).length).toBeGreaterThan(0)
    })

    it.skipIf(descriptor.of.includes('model'))('rejects a package without sheets', async () => {
      await expect(write(readFrom(await options.createEmpty()))).rejects.toThrow(RangeError)
    })

    it('rejects a package in which a file is cut off', async () => {
      // An image that cannot be decoded is omitted.
      const damageable = new Set(paths.filter((path) => !path.endsWith('.webp')))
      expect(damageable.size).toBeGreaterThan(1)
      for (const path of damageable) {
        const stored = full.get(path) ?? new Uint8Array()
        const damaged = new Map(full).set(path, stored.slice(0, stored.length >> 1))
        await expect(write(readFrom(damaged)), path).rejects.toBeInstanceOf(Error)
      }
    })

    it('ends with the reason when reading is aborted at any moment', async () => {
      const reason = new RangeError('aborted')
      for (let moment = 0; moment < paths.length; moment++) {
        let count = 0
        const read = readFrom(full)
        const abort: ReadFile = (path) => (count++ < moment ? read(path) : Promise.reject(reason))
        await expect(write(abort), `after ${moment} files`).rejects.toBe(reason)
        expect(count).toBe(moment + 1)
      }
    })
  })
}
