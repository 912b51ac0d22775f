import type { ReadReport, Reader } from '@kamar/core'
import type { Companions } from './recorded-context.js'
import type { SceneNumbers } from './recording-scene.js'

/** Expected results of a read. Only the stated ones are compared. */
export interface GoldenNumbers extends Partial<SceneNumbers> {
  readonly status?: ReadReport['status']
  /** Minimum and maximum corner, metres; compared to 0.1 mm. */
  readonly bounds?: readonly [min: readonly [number, number, number], max: readonly [number, number, number]]
  readonly unit?: string
  readonly missingCompanions?: readonly string[]
  /** Codes of the findings, in order. */
  readonly findings?: readonly string[]
  /** Skipped records by kind. */
  readonly skipped?: Readonly<Record<string, number>>
  readonly digest?: string
}

/** A file that the suite tests. */
export interface ReaderFixture {
  readonly name: string
  readonly bytes: Uint8Array
  readonly companions?: Companions
  readonly golden: GoldenNumbers
  /** Whether truncation can be detected, so that it must end as partial or as a failure. Default: the suite's. */
  readonly truncationIsVisible?: boolean
  /**
   * Whether truncated and damaged copies are read as well. Default true; false for a further file that is slow to read.
   */
  readonly isDamaged?: boolean
}

/** A file of the samples folder; skipped if the folder is absent. */
export interface ReaderSample {
  /** Path below the samples folder: `obj/spider.obj`. */
  readonly file: string
  /** Paths below the samples folder. */
  readonly companions?: readonly string[]
  readonly golden: GoldenNumbers
  /** Takes many seconds: read only in nightly tests. */
  readonly isLong?: true
}

/** Options of the shared suite for one reader. */
export interface ReaderSuiteOptions {
  /** Small files of our own; limits and cancellation are tested on the first. */
  readonly fixtures: readonly [ReaderFixture, ...ReaderFixture[]]
  readonly samples?: readonly ReaderSample[]
  /**
   * Files that share a container with this format, so that detection by header may return `maybe`: ids of formats
   * (`dwfx`) and names of common unrelated files (`archive.zip`, `old office document`).
   */
  readonly sharesContainerWith?: readonly string[]
  /** Creates, on demand, a file large enough to be cancelled in the middle. */
  readonly longFile?: () => Uint8Array
  /** Whether the reader reads the file in chunks of at most 4 MiB and never as a whole. Default true. */
  readonly streams?: boolean
  /** Default for fixtures that do not set it; default false. */
  readonly truncationIsVisible?: boolean
  /** Number of randomly damaged copies read over all fixtures; default 40. `KAMAR_MUTATION_SEEDS` overrides it. */
  readonly mutationSeeds?: number
  /** Number of truncations of each fixture in `npm test`; default 16; nightly 64. */
  readonly truncations?: number
  /** Called before the first read (loads WebAssembly). */
  readonly warm?: () => Promise<void>
}

/** The reader under test and its options. */
export interface SuiteSubject {
  readonly reader: Reader
  readonly options: ReaderSuiteOptions
}
