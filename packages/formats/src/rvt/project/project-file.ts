import type { CompoundFile } from '@kamar/codecs/compound-file'
import { parseSchema, type ClassSchema } from '../container/class-schema.js'
import { readEntityCatalogue, type EntityCatalogue } from '../container/entity-catalogue.js'
import { tryParse } from '@kamar/codecs/records'
import { inflateMember, type InflateBudget } from '../container/inflate-member.js'
import { cutPages } from '../container/pages.js'
import { inflateGroup, listGroups, type Group } from '../container/partition.js'
import { readObjects } from '../container/read-record.js'
import { parseRecords, type ElementRecord } from '../container/records.js'

const maxSchemaBytes = 32 * 1024 * 1024
/** Maximum size of a document whose add-in data is read: as objects it would be twenty times as large. */
const maxDocumentBytes = 24 * 1024 * 1024
const documentHeaderBytes = 8
/** Bytes after the record of a document. */
export const documentTailBytes = 4
const partitionPattern = /^Partitions\/\d+$/

/** Hook between two groups: checks for cancellation and yields to other work. */
export type Pause = (fraction: number) => Promise<void>

/** The class schema and the record groups of a project; groups stay compressed until they are iterated. */
export class ProjectFile {
  readonly schema: ClassSchema
  /** Data that add-ins store with elements; empty when the document cannot be read. */
  readonly catalogue: EntityCatalogue
  /** Whether the document is a family: only families describe their part for catalogues. */
  readonly isFamily: boolean
  readonly #groups: readonly Group[]
  readonly #budget: InflateBudget
  /** Number of groups and partitions whose bytes cannot be read. */
  damagedGroups: number

  private constructor(schema: ClassSchema, { groups, budget, damaged, catalogue, isFamily }: ProjectContents) {
    this.isFamily = isFamily
    this.schema = schema
    this.catalogue = catalogue
    this.#groups = groups
    this.#budget = budget
    this.damagedGroups = damaged
  }

  /** Opens a project file; returns null when it has no readable class schema. */
  static async open(file: CompoundFile, maxInflatedBytes: number): Promise<ProjectFile | null> {
    const stream = await file.stream('Formats/Latest', maxSchemaBytes)
    if (!stream) return null
    const budget = { left: maxInflatedBytes }
    const schema = tryParse(() => parseSchema(inflateMember(cutPages(stream), budget)))
    if (!schema) return null
    const catalogue = readCatalogue(await file.stream('Global/Latest', maxDocumentBytes), schema, budget)
    const contents: ProjectContents = {
      groups: [],
      budget,
      damaged: 0,
      catalogue,
      isFamily: file.names.includes('PartAtom'),
    }
    for (const name of listPartitions(file)) {
      const partition = await file.stream(name, Number.MAX_SAFE_INTEGER)
      const groups = partition ? tryParse(() => listGroups(cutPages(partition), schema)) : []
      if (groups) contents.groups.push(...groups)
      else contents.damaged++
    }
    return new ProjectFile(schema, contents)
  }

  /** Returns the bytes of one of the `Global` document streams; null for a missing stream. */
  document(stream: Uint8Array | null): Uint8Array | null {
    return stream && inflateDocument(stream, this.#budget)
  }

  /**
   * Iterates over the project's own records of a channel, group by group. A later partition's copy of an element comes
   * later.
   */
  async *records(channel: number, pause: Pause): AsyncGenerator<readonly ElementRecord[]> {
    const groups = this.#groups.filter((group) => group.channel === channel && !group.isOfFamily)
    for (const [index, group] of groups.entries()) {
      await pause(index / groups.length)
      const records = this.#readRecords(group)
      if (records) yield records
    }
  }

  #readRecords(group: Group): readonly ElementRecord[] | null {
    const records = tryParse(() => {
      const bytes = inflateGroup(group, this.#budget)
      return parseRecords(bytes, { channel: group.channel, idBytes: this.schema.idBytes })
    })
    if (records?.length === group.count) return records
    this.damagedGroups++
    return null
  }
}

interface ProjectContents {
  readonly groups: Group[]
  readonly budget: InflateBudget
  readonly catalogue: EntityCatalogue
  readonly isFamily: boolean
  damaged: number
}

const inflateDocument = (stream: Uint8Array, budget: InflateBudget): Uint8Array =>
  inflateMember(cutPages(stream).subarray(documentHeaderBytes), budget)

/** Reads the catalogue from the main document: a record followed by four bytes. */
function readCatalogue(stream: Uint8Array | null, schema: ClassSchema, budget: InflateBudget): EntityCatalogue {
  if (!stream || schema.tagOf('ESSchemaStorage') === undefined) return new Map()
  const catalogue = tryParse(() => {
    const bytes = inflateDocument(stream, budget)
    if (bytes.length > maxDocumentBytes) return null
    return readEntityCatalogue(readObjects(bytes.subarray(0, -documentTailBytes), schema))
  })
  return catalogue ?? new Map()
}

const listPartitions = (file: CompoundFile): string[] =>
  file.names
    .filter((name) => partitionPattern.test(name))
    .toSorted((a, b) => Number(a.slice(a.indexOf('/') + 1)) - Number(b.slice(b.indexOf('/') + 1)))
