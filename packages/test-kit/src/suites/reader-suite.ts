import {
  isGeometryLoss,
  summarizeReport,
  findUploadFormat,
  uploadFormats,
  drawsNothing,
  type Reader,
  type ReadReport,
} from '@kamar/core'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { campaignSize, isCampaign } from '../campaign.js'
import { withoutOutside } from '../browser/deny-outside.js'
import { mutate } from '../faults/mutate.js'
import { runReader, stopwatch } from './reader-run.js'
import type { ReaderRun } from './reader-run.js'
import type { GoldenNumbers, ReaderFixture, ReaderSuiteOptions, SuiteSubject } from './reader-suite-options.js'
import type { SceneNumbers } from './recording-scene.js'
import { samplesFolder } from '../files/samples-folder.js'
import { commonUnrelatedFiles, listUnrelatedFiles } from '../faults/unrelated-files.js'
import { mutateStructure } from '../faults/structure-mutations.js'

declare module 'vitest' {
  interface TaskMeta {
    /** Number of cases that the test runs, for the table of `npm run test:faults`. */
    cases?: number
  }
}

const headerBytes = 4096
const cancelMoments = campaignSize(4, 10)
const maxDamagedReadMilliseconds = 10_000
/** Real files are large: the kernel takes 3 s for a solid of 3,864 faces, three times as long on a busy machine. */
const maxSampleReadMilliseconds = 30_000
const maxCancelMilliseconds = 1000
const maxChunkBytes = 4 * 1024 * 1024

/**
 * Defines the suite that every reader passes: it detects its own files and refuses unrelated ones, gives its golden
 * numbers twice identically, survives truncated and damaged files, obeys limits, stops within a second, and touches
 * neither files nor network.
 */
export function describeReader(reader: Reader, options: ReaderSuiteOptions): void {
  const subject: SuiteSubject = { reader, options }
  describe(`reader ${reader.descriptor.id}`, () => {
    if (options.warm) beforeAll(options.warm)
    describeDescriptor(subject)
    describeDetection(subject)
    describeGoldenNumbers(subject)
    describeSamples(subject)
    describeDamage(subject)
    const reads = createSuiteReads(subject)
    describeLimits({ ...subject, ...reads })
    describeCancel({ ...subject, ...reads })
    describeConduct({ ...subject, ...reads })
  })
}

/** Returns the number of damaged copies over all fixtures of a reader. */
const damagedCopies = ({ options }: SuiteSubject): number =>
  Number(process.env['KAMAR_MUTATION_SEEDS'] ?? campaignSize(options.mutationSeeds ?? 40, 200))

/**
 * Returns the number of structure mutations: a false number is a likelier fault than random bytes, so fewer copies find
 * as much.
 */
const structureMutationCopies = (subject: SuiteSubject): number =>
  Math.max(campaignSize(12, 24), Math.floor(damagedCopies(subject) / 20))

/** Returns the time limit of a campaign; nightly ones take longer. */
const computeMaxCampaignMilliseconds = (copies: number): number => Math.max(180_000, copies * 2000)

/** Returns the numbers of a run in the shape of the golden ones, so that a difference is readable. */
function observed(run: ReaderRun, golden: GoldenNumbers): GoldenNumbers {
  const { report, scene } = run
  const numbers: SceneNumbers = scene.numbers
  const all: GoldenNumbers = {
    ...numbers,
    ...(report ? { status: report.status, missingCompanions: report.missingCompanions } : {}),
    ...(scene.unit ? { unit: scene.unit.name } : {}),
    findings: report?.findings.map((finding) => finding.code) ?? [],
    skipped: Object.fromEntries(report?.skipped.map(({ kind, count }) => [kind, count]) ?? []),
    digest: scene.digest,
  }
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in golden))
}

function expectGolden(run: ReaderRun, golden: GoldenNumbers): void {
  const { bounds, ...rest } = golden
  expect(run.failure).toBeNull()
  expect(observed(run, rest)).toEqual(rest)
  if (!bounds) return
  const box = run.scene.bounds
  expect(box).not.toBeNull()
  for (const axis of [0, 1, 2] as const) {
    expect(box?.min[axis]).toBeCloseTo(bounds[0][axis], 4)
    expect(box?.max[axis]).toBeCloseTo(bounds[1][axis], 4)
  }
}

/**
 * Asserts that a read reports its result truthfully: partial if geometry was skipped; with a report, either drawable or
 * with a message that explains why not.
 */
function expectHonestEnd(run: ReaderRun, maxMilliseconds = maxDamagedReadMilliseconds): void {
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  const fractions = run.progress.map(({ fraction }) => fraction)
  expect(fractions.every((fraction, index) => fraction >= (fractions[index - 1] ?? 0) && fraction <= 1)).toBe(true)
  const { report, scene } = run
  if (!report) return
  expect(scene.instances.length + scene.sheets.length > 0).toBe(!drawsNothing(report))
  if (drawsNothing(report)) expectIdentityFinding(run, report)
  if (report.status === 'preview') return
  expect(report.skipped.some(isGeometryLoss) && report.status === 'complete').toBe(false)
  expect(summarizeReport(report).level === 'incomplete').toBe(report.status === 'partial')
  expect(report.skipped.every(({ count, kind, reason }) => count > 0 && kind !== '' && reason !== '')).toBe(true)
  expect(scene.unit).not.toBeNull()
}

/** Asserts that a read that draws nothing reports it, and names the recognised format. */
function expectIdentityFinding({ scene }: ReaderRun, { findings, status }: ReadReport): void {
  expect(scene.nodes.length).toBeGreaterThan(0)
  expect(scene.propertySets.length).toBeGreaterThan(0)
  const identity = scene.preview ? 'preview-only' : 'identity-only'
  expect(findings.map(({ code }) => code)).toContain(status === 'preview' ? identity : 'nothing-drawn')
}

function describeDescriptor({ reader: { descriptor } }: SuiteSubject): void {
  it('has a card that belongs to a row of the upload formats', () => {
    const row = uploadFormats.find(({ id }) => id === descriptor.id)
    expect(row?.extensions).toEqual(descriptor.extensions)
    expect(descriptor.extensions.every((extension) => findUploadFormat(`a${extension}`)?.id === descriptor.id)).toBe(
      true,
    )
    expect(descriptor.optionalExtensions.filter((extension) => findUploadFormat(`a${extension}`))).toEqual([])
    expect(descriptor.versions.length).toBeGreaterThan(0)
  })
}

function describeDetection({ reader, options }: SuiteSubject): void {
  const { descriptor } = reader
  const shared = options.sharesContainerWith ?? []
  it.each(options.fixtures.map(({ name, bytes }) => ({ name, bytes })))('recognises $name', ({ bytes }) => {
    expect(descriptor.detect(bytes.subarray(0, headerBytes), bytes.length)).toBe('yes')
  })

  it.each(commonUnrelatedFiles)('refuses $name', async ({ name, bytes }) => {
    const confidence = descriptor.detect(bytes, bytes.length)
    expect(confidence).toBe(shared.includes(name) && confidence === 'maybe' ? 'maybe' : 'no')
    const run = await runReader(reader, bytes)
    expect(['not-this-format', 'damaged', 'nothing-to-show', 'encrypted']).toContain(run.failure?.code)
    expect(run.scene.instances).toEqual([])
  })

  it('refuses the files of all other formats', () => {
    const wrong = listUnrelatedFiles([descriptor.id]).flatMap(({ name, bytes, size }) => {
      const confidence = descriptor.detect(bytes.subarray(0, headerBytes), size)
      const sharesContainer = shared.includes(findUploadFormat(name)?.id ?? '')
      return confidence === 'no' || (confidence === 'maybe' && sharesContainer) ? [] : [`${name}: ${confidence}`]
    })
    expect(wrong).toEqual([])
  })
}

function describeGoldenNumbers({ reader, options }: SuiteSubject): void {
  it.each(options.fixtures)('F05 reads $name to its golden numbers, twice alike', async (fixture) => {
    const { bytes, companions = {}, golden, name } = fixture
    const first = await runReader(reader, bytes, { name, companions })
    expectGolden(first, golden)
    expectHonestEnd(first)
    const second = await runReader(reader, bytes, { name, companions })
    expect(second.scene.digest).toBe(first.scene.digest)
    expect(second.report).toEqual(first.report)
  })
}

function describeSamples({ reader, options }: SuiteSubject): void {
  const folder = samplesFolder()
  const load = (file: string): Uint8Array => Uint8Array.from(readFileSync(join(folder ?? '', file)))
  const samples = (options.samples ?? []).filter(({ isLong }) => isCampaign || isLong !== true)
  it.skipIf(!folder).each(samples)('reads the sample $file to its golden numbers', async (sample) => {
    const companions = Object.fromEntries((sample.companions ?? []).map((file) => [basename(file), load(file)]))
    const bytes = load(sample.file)
    expect(reader.descriptor.detect(bytes.subarray(0, headerBytes), bytes.length)).toBe('yes')
    const run = await runReader(reader, bytes, { name: basename(sample.file), companions })
    expectGolden(run, sample.golden)
    expectHonestEnd(run, maxSampleReadMilliseconds)
  })
}

function describeDamage(subject: SuiteSubject): void {
  const { reader, options } = subject
  const fixtures = options.fixtures.filter(({ isDamaged }) => isDamaged !== false)
  const truncationSteps = campaignSize(options.truncations ?? 16, 64)
  it.for(fixtures)(`F01 ends well when $name is cut at each 1/${truncationSteps}`, async (fixture, { task }) => {
    const { bytes, companions = {}, name, truncationIsVisible = options.truncationIsVisible === true } = fixture
    task.meta.cases = truncationSteps
    for (let step = 0; step < truncationSteps; step++) {
      const cut = bytes.slice(0, Math.floor((bytes.length * step) / truncationSteps))
      const run = await runReader(reader, cut, { name, companions })
      expectHonestEnd(run)
      expect(truncationIsVisible && run.report?.status === 'complete', `cut at ${cut.length} bytes`).toBe(false)
    }
  })

  const damaged = { id: 'F03', fixtures, copies: damagedCopies(subject), change: mutate, harm: 'bytes are damaged' }
  const mutated = {
    id: 'F04',
    fixtures,
    copies: structureMutationCopies(subject),
    change: mutateStructure,
    harm: 'a number lies',
  }
  describeCampaign(reader, damaged)
  describeCampaign(reader, mutated)
}

interface Campaign {
  readonly id: string
  /** Kind of damage, for the test names. */
  readonly harm: string
  readonly fixtures: readonly ReaderFixture[]
  /** Over all fixtures. */
  readonly copies: number
  readonly change: (bytes: Uint8Array, seed: number) => Uint8Array
}

/** Defines a campaign; the fixtures share the seeds, so that a reader with many fixtures is not read more often. */
function describeCampaign(reader: Reader, { change, copies, fixtures, harm, id }: Campaign): void {
  const share = Math.ceil(copies / Math.max(1, fixtures.length))
  const campaigns = fixtures.map((fixture, at) => ({ ...fixture, copies: share, first: 1 + at * share }))
  const timeout = computeMaxCampaignMilliseconds(share)
  it.for(campaigns)(
    `${id} ends well on $copies copies of $name in which ${harm}`,
    { timeout },
    async (campaign, { task }) => {
      const { bytes, companions = {}, first, name } = campaign
      task.meta.cases = share
      for (let seed = first; seed < first + share; seed++) {
        const ended = runReader(reader, change(bytes, seed), { name, companions }).then(expectHonestEnd)
        await expect(ended, `seed ${seed} of ${name}`).resolves.toBeUndefined()
      }
    },
  )
}

/** Results of one read, shared by several tests; without its scene, which would stay in memory. */
interface ReadOnce {
  readonly numbers: SceneNumbers
  readonly milliseconds: number
  readonly progress: ReaderRun['progress']
  readonly completeReads: number
  readonly longestRead: number
}

/** Returns a function that reads a file on its first call only. */
function readOnce(reader: Reader, make: () => ReaderFixture): () => Promise<ReadOnce> {
  let read: Promise<ReadOnce> | undefined
  const begin = async (): Promise<ReadOnce> => {
    const { bytes, companions = {}, name } = make()
    const { milliseconds, progress, scene, source } = await runReader(reader, bytes, { name, companions })
    const { longestRead, completeReads } = source
    return { numbers: scene.numbers, milliseconds, progress, completeReads, longestRead }
  }
  return () => (read ??= begin())
}

/** Reads of the first fixture, and of the long file if there is one. */
interface SuiteReads {
  readonly first: () => Promise<ReadOnce>
  readonly long: () => Promise<ReadOnce>
}

function createSuiteReads({ reader, options }: SuiteSubject): SuiteReads {
  const [fixture] = options.fixtures
  const { longFile } = options
  const first = readOnce(reader, () => fixture)
  return { first, long: longFile ? readOnce(reader, () => ({ ...fixture, bytes: longFile() })) : first }
}

function describeLimits({ reader, options, first }: SuiteSubject & Pick<SuiteReads, 'first'>): void {
  const [{ bytes, companions = {}, name, golden }] = options.fixtures
  // A preview has no triangles to limit.
  const tried = golden.status === 'preview' ? (['nodes'] as const) : (['triangles', 'nodes'] as const)
  it.each(tried)('ends as limit-exceeded beyond the limit on %s', async (limit) => {
    const allowed = (await first()).numbers[limit]
    const within = await runReader(reader, bytes, { name, companions, limits: { [limit]: allowed } })
    expect(within.failure).toBeNull()
    const beyond = await runReader(reader, bytes, { name, companions, limits: { [limit]: allowed - 1 } })
    expect(beyond.failure?.code).toBe('limit-exceeded')
    expect(String(beyond.failure?.details?.['limit'])).toContain(limit)
  })
}

function describeCancel({ reader, options, long }: SuiteSubject & Pick<SuiteReads, 'long'>): void {
  const [{ bytes, companions = {}, name }] = options.fixtures
  it('does not start when it is cancelled already', async () => {
    const run = await runReader(reader, bytes, { name, companions, signal: AbortSignal.abort() })
    expect(run.failure?.code).toBe('cancelled')
  })

  it('F06 stops within a second when it is cancelled at any moment', async ({ task }) => {
    task.meta.cases = cancelMoments
    const file = options.longFile?.() ?? bytes
    const fullRead = await long()
    for (let moment = 0; moment < cancelMoments; moment++) {
      const abort = new AbortController()
      let sinceAbort: (() => number) | null = null
      const timer = setTimeout(
        () => {
          sinceAbort = stopwatch()
          abort.abort()
        },
        (fullRead.milliseconds * moment) / cancelMoments,
      )
      const run = await runReader(reader, file, { name, companions, signal: abort.signal })
      clearTimeout(timer)
      if (sinceAbort === null) continue
      expect((sinceAbort as () => number)()).toBeLessThan(maxCancelMilliseconds)
      expect(run.failure?.code ?? 'cancelled').toBe('cancelled')
    }
  })
}

function describeConduct({ reader, options, first, long }: SuiteSubject & SuiteReads): void {
  const [{ bytes, companions = {}, name }] = options.fixtures
  it('touches no file and no network while it reads', async () => {
    await first()
    const attempts = await withoutOutside(() => runReader(reader, bytes, { name, companions }))
    expect(attempts).toEqual([])
  })

  it.skipIf(options.streams === false)('takes the file in pieces', async () => {
    const { longestRead, completeReads } = await long()
    expect(completeReads).toBe(0)
    expect(longestRead).toBeLessThanOrEqual(maxChunkBytes)
  })

  it('reports progress that never falls', async () => {
    const { progress } = await first()
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.every(({ stage }) => stage !== '')).toBe(true)
  })
}
