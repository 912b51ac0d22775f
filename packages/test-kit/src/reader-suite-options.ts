import type { ReadReport, Reader } from '@kamar/scene'
import type { Companions } from './recorded-context.js'
import type { SceneNumbers } from './recording-scene.js'

/** What a read of a file must give. Only what is stated is compared. */
export interface GoldenNumbers extends Partial<SceneNumbers> {
  readonly status?: ReadReport['status']
  /** Smallest and largest corner, metres; compared to 0.1 mm. */
  readonly bounds?: readonly [min: readonly [number, number, number], max: readonly [number, number, number]]
  readonly unit?: string
  readonly missingCompanions?: readonly string[]
  /** Codes of the findings, in order. */
  readonly findings?: readonly string[]
  /** Skipped records by kind. */
  readonly skipped?: Readonly<Record<string, number>>
  readonly digest?: string
}

/** A file the suite works on. */
export interface ReaderFixture {
  readonly name: string
  readonly bytes: Uint8Array
  readonly companions?: Companions
  readonly golden: GoldenNumbers
  /** A cut copy can be told from a whole one, so that it must end as partial or as a failure. Default: the suite's. */
  readonly truncationIsVisible?: boolean
  /** Cut and damaged copies of it are read as well. Default true; false for a further file that is slow to read. */
  readonly isDamaged?: boolean
}

/** A file of the samples folder; skipped where there is none. */
export interface ReaderSample {
  /** Path below the samples folder: `obj/spider.obj`. */
  readonly file: string
  /** Paths below the samples folder. */
  readonly companions?: readonly string[]
  readonly golden: GoldenNumbers
  /** Costs many seconds: read at night. */
  readonly isLong?: true
}

/** How the shared suite treats one reader. */
export interface ReaderSuiteOptions {
  /** Small files of our own; limits and cancelling are tried on the first. */
  readonly fixtures: readonly [ReaderFixture, ...ReaderFixture[]]
  readonly samples?: readonly ReaderSample[]
  /**
   * What shares a container with this format, so that the head alone may answer `maybe`: ids of formats (`dwfx`) and
   * names of everyday strangers (`archive.zip`, `old office document`).
   */
  readonly sharesContainerWith?: readonly string[]
  /** A file large enough that a cancel comes in the middle, made when it is needed. */
  readonly longFile?: () => Uint8Array
  /** The reader takes the file in pieces of at most 4 MiB and never as a whole. Default true. */
  readonly streams?: boolean
  /** For fixtures that do not say it themselves; default false. */
  readonly truncationIsVisible?: boolean
  /** How many randomly damaged copies are read of all fixtures together; default 40. `KAMAR_MUTATION_SEEDS` goes before it. */
  readonly mutationSeeds?: number
  /** At how many places each fixture is cut in `npm test`; default 16; at night 64. */
  readonly truncations?: number
  /** Called before the first read (loads WebAssembly). */
  readonly warm?: () => Promise<void>
}

/** The reader under test and its options. */
export interface SuiteSubject {
  readonly reader: Reader
  readonly options: ReaderSuiteOptions
}
