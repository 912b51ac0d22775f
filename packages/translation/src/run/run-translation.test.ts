import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readerLimits, type FormatDescriptor, type Reader, type ReadContext } from '@kamar/core'
import { temporaryFolder, waitUntil } from '@kamar/test-kit'
import { readManifest, type Manifest } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import type { ReaderSource } from './installed-readers.js'
import { runTranslation, type TranslationTask } from './run-translation.js'

const descriptor = (id: string): FormatDescriptor => ({
  id,
  name: id.toUpperCase(),
  order: 1,
  source: 'upload',
  extensions: [`.${id}`],
  optionalExtensions: [],
  dimensions: '3d',
  companions: [],
  versions: [],
  notRead: [],
  detect: () => 'yes',
})

const triangle = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
const report = { status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] } as const

function drawTriangle({ scene }: ReadContext): void {
  const node = scene.addNode({ parent: null, name: 'triangle', class: 'Face', sourceId: '1' })
  const mesh = scene.addMesh(triangle)
  if (mesh === null) throw new Error('the triangle is gone')
  scene.addInstance({ node, mesh, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], material: null })
}

/** Returns readers whose file begins with the id of its format. */
function readersThat(read: Reader['read'], ids: readonly string[] = ['stl', 'obj']): ReaderSource {
  return {
    descriptors: ids.map(descriptor),
    load: (id) => Promise.resolve({ descriptor: descriptor(id), read }),
    detect: (fileName, header) => {
      const content = new TextDecoder().decode(header.subarray(0, 3))
      const formatId = fileName.split('.').at(-1) ?? null
      if (content === formatId) return { formatId, confidence: 'yes' }
      const isKnownFormat = /^[a-z]{3}$/.test(content)
      return {
        formatId,
        confidence: isKnownFormat ? 'no' : 'maybe',
        ...(isKnownFormat ? { detected: { id: content, name: content } } : {}),
      }
    },
    warm: () => Promise.resolve(),
  }
}
const drawing = readersThat(async (_, context) => {
  drawTriangle(context)
  await context.scene.settle()
  return report
})

async function translate(content: string, options: Partial<TranslationTask> = {}) {
  const folder = await temporaryFolder()
  const outputFolder = join(folder, 'out')
  mkdirSync(outputFolder)
  writeFileSync(join(folder, 'blob'), content)
  const outcome = await runTranslation({
    path: join(folder, 'blob'),
    fileName: 'model.stl',
    formatId: 'stl',
    outputFolder,
    readers: drawing,
    ...options,
  })
  return { outcome, outputFolder, folder }
}

describe('runTranslation', () => {
  it('writes a package with the manifest that it returns', async () => {
    const { outcome, outputFolder } = await translate('stl')
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
    const manifest = readManifest(JSON.parse(readFileSync(join(outputFolder, 'manifest.json'), 'utf8')))
    expect(outcome.manifest).toEqual(manifest)
    expect(outcome.reader).toBe('stl')
    for (const { path, size } of manifest.files) expect(readFileSync(join(outputFolder, path)).length).toBe(size)
    expect(readdirSync(outputFolder)).not.toContain('provisional')
  })

  it('returns equal manifests for equal files', async () => {
    const [one, two] = [await translate('stl'), await translate('stl')]
    expect(one.outcome.ok).toBe(true)
    expect(two.outcome).toEqual(one.outcome)
  })

  it('reports rising progress from reading to packing', async () => {
    const progressReports: (readonly [number, string])[] = []
    const wavering = readersThat((_, context) => {
      for (const fraction of [0.2, 0.6, 0.4, Number.NaN, 7, -1]) context.progress(fraction, 'reading')
      drawTriangle(context)
      return Promise.resolve(report)
    })
    await translate('stl', {
      readers: wavering,
      onProgress: (fraction, stage) => progressReports.push([fraction, stage]),
    })
    const fractions = progressReports.map(([fraction]) => fraction)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
    expect(progressReports.at(-1)?.[1]).toBe('packing')
  })

  it('reads a file with a wrong extension by its content and reports detected-format', async () => {
    const { outcome } = await translate('obj')
    expect(outcome).toMatchObject({
      ok: true,
      reader: 'obj',
      manifest: {
        report: {
          findings: [{ code: 'detected-format', details: { expected: 'Stereolithography', detected: 'obj' } }],
        },
      },
    })
  })

  it('rejects content and extensions of formats without a reader', async () => {
    const foreign = await translate('dwg')
    const details = { expected: 'Stereolithography', detected: 'dwg' }
    expect(foreign.outcome).toEqual({ ok: false, failure: { code: 'not-this-format', details } })
    const unread = await translate('dwf', { fileName: 'a.dwf', formatId: 'dwf' })
    expect(unread.outcome).toEqual({
      ok: false,
      failure: { code: 'no-reader', details: { expected: 'Design Web Format' } },
    })
  })

  it('reads a supported format under an extension without a reader', async () => {
    const { outcome } = await translate('stl', { fileName: 'a.dwf', formatId: 'dwf' })
    expect(outcome).toMatchObject({ ok: true, reader: 'stl' })
  })

  it('provides attached companions by their file name, and null for others', async () => {
    const contents: (string | null)[] = []
    const companionReaders = readersThat(async (_, context) => {
      for (const name of ['C:\\textures\\brick.txt', '../brick.txt', 'roof.png', '']) {
        const source = await context.companion(name)
        contents.push(source && new TextDecoder().decode(await source.readAll()))
      }
      drawTriangle(context)
      return report
    })
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'brick'), 'bricks')
    const companions = (name: string) => Promise.resolve(name === 'brick.txt' ? join(folder, 'brick') : null)
    expect((await translate('stl', { readers: companionReaders, companions })).outcome.ok).toBe(true)
    expect(contents).toEqual(['bricks', 'bricks', null, null])
  })

  it('converts an error of the reader to reader-fault', async () => {
    const faulty = readersThat(() => Promise.reject(new TypeError('undefined is not a function')))
    const { outcome } = await translate('stl', { readers: faulty })
    expect(outcome).toEqual({
      ok: false,
      failure: { code: 'reader-fault', details: { reason: 'TypeError: undefined is not a function' } },
    })
  })

  it('fails with nothing-to-show for an empty scene', async () => {
    const empty = readersThat(() => Promise.resolve(report))
    expect((await translate('stl', { readers: empty })).outcome).toMatchObject({
      ok: false,
      failure: { code: 'nothing-to-show' },
    })
  })

  it('stops when it is cancelled', async () => {
    const cancelling = new AbortController()
    const endless = readersThat(async (_, context) => {
      for (;;) {
        drawTriangle(context)
        await context.scene.settle()
        cancelling.abort()
      }
    })
    const { outcome } = await translate('stl', { readers: endless, signal: cancelling.signal })
    expect(outcome).toEqual({ ok: false, failure: { code: 'cancelled' } })
  })

  it('fails with limit-exceeded beyond the node limit', async () => {
    const greedy = readersThat(async (_, context) => {
      for (;;) {
        drawTriangle(context)
        await context.scene.settle()
      }
    })
    const { outcome } = await translate('stl', { readers: greedy, limits: { ...readerLimits, nodes: 10 } })
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'limit-exceeded' } })
  })

  it('publishes a manifest with provisional chunks before it ends', async () => {
    const live: Manifest[] = []
    const slow = readersThat(async (_, context) => {
      await waitUntil(
        async () => {
          drawTriangle(context)
          await context.scene.settle()
          return live.length > 0
        },
        { intervalMilliseconds: 1 },
      )
      return report
    })
    const { outcome } = await translate('stl', { readers: slow, onManifest: (manifest) => live.push(manifest) })
    expect(outcome.ok).toBe(true)
    expect(live[0]).toMatchObject({ state: 'inprogress' })
    expect(live[0]?.chunks[0]?.path).toMatch(/^provisional\//)
  })
})
