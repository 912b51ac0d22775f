import { z } from 'zod'
import { FileRecord } from '../files/shapes.js'

/** Limits of the search. */
export const searchLimits = {
  queryCharacters: 200,
  /** Further words are ignored. */
  terms: 8,
  pageSize: 50,
  /** Sheets that a result lists. */
  sheets: 5,
  /** Values that a facet lists. */
  facetValues: 50,
  /** Sheets of a project that its register lists. */
  registerSheets: 10_000,
  sheetKeyCharacters: 1000,
  sheetNumberCharacters: 60,
  sheetTitleCharacters: 250,
} as const

/** States of a translation that results are filtered by. */
export const searchStates = ['success', 'processing', 'failed'] as const
const SearchState = z.enum(searchStates)
export type SearchState = z.infer<typeof SearchState>

/** Query of the search. Every word has to begin a word of the name, of a sheet or of a property value of a file. */
export const SearchQuery = z.strictObject({
  words: z.string().max(searchLimits.queryCharacters),
  /** Only files of this project. */
  project: z.uuid().optional(),
  /** Extension, with its dot. */
  type: z
    .string()
    .regex(/^\.[a-z0-9]{1,16}$/)
    .optional(),
  state: SearchState.optional(),
  /** Only files whose current version this account uploaded. */
  person: z.uuid().optional(),
  /** Only files changed at or after, and before these times. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** `next` of the previous page. */
  cursor: z.string().max(2000).optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** Sheet of a drawing that matches. */
const SheetMatch = z.object({ key: z.string(), number: z.string(), title: z.string() })
export type SheetMatch = z.infer<typeof SheetMatch>

/** File that matches, and where. */
export const SearchHit = z.object({
  file: FileRecord,
  /** Folders above the file below the top of its project, the outermost first. */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  matches: z.object({
    name: z.boolean(),
    sheets: z.array(SheetMatch),
    /** Words that property values have. */
    properties: z.array(z.string()),
  }),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Number of matching files with a value, whatever the filter by this facet is. */
const SearchFacet = z.object({ value: z.string(), name: z.string(), files: z.number().int() })
export type SearchFacet = z.infer<typeof SearchFacet>

/** Page of results; the first has total and facets. */
export const SearchPage = z.object({
  hits: z.array(SearchHit),
  /** Cursor of the next page; null on the last. */
  next: z.string().nullable(),
  total: z.number().int().nullable(),
  facets: z
    .object({
      project: z.array(SearchFacet),
      type: z.array(SearchFacet),
      state: z.array(SearchFacet),
      person: z.array(SearchFacet),
    })
    .nullable(),
})
export type SearchPage = z.infer<typeof SearchPage>

/** Disciplines that a sheet number states. */
export const disciplines = [
  'general',
  'survey',
  'geotechnical',
  'civil',
  'landscape',
  'structural',
  'architectural',
  'interiors',
  'fire',
  'plumbing',
  'process',
  'mechanical',
  'electrical',
  'telecommunications',
] as const
/** One of `disciplines`. */
export type Discipline = (typeof disciplines)[number]

/** Drawing sheet of the current version of a file. */
export const SheetRecord = z.object({
  fileId: z.string(),
  key: z.string(),
  number: z.string(),
  title: z.string(),
  discipline: z.enum(disciplines).nullable(),
  fileName: z.string(),
  urn: z.string(),
  /** Number of the version. */
  version: z.number().int(),
  /** Whether a user corrected number or title. */
  isCorrected: z.boolean(),
  /** Whether the caller can correct them. */
  canChange: z.boolean(),
})
export type SheetRecord = z.infer<typeof SheetRecord>

/** Drawing sheets of a project by number. */
export const SheetRegister = z.object({
  sheets: z.array(SheetRecord),
  /** Whether there are more than the list has. */
  isTruncated: z.boolean(),
})
export type SheetRegister = z.infer<typeof SheetRegister>

/** Correction of a sheet; null restores what the file states. */
export const SheetCorrection = z.strictObject({
  key: z.string().max(searchLimits.sheetKeyCharacters),
  number: z.string().trim().max(searchLimits.sheetNumberCharacters).nullable(),
  title: z.string().trim().max(searchLimits.sheetTitleCharacters).nullable(),
})
export type SheetCorrection = z.infer<typeof SheetCorrection>
