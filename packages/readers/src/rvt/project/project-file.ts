import type { CompoundFile } from '../../shared/compound/compound-file.js'
import { parseSchema, type ClassSchema } from '../container/class-schema.js'
import { RecordFault, type InflateBudget } from '../container/faults.js'
import { inflateMember } from '../container/inflate-member.js'
import { cutPages } from '../container/pages.js'
import { inflateGroup, listGroups, type Group } from '../container/partition.js'
import { recordsOf, type ElementRecord } from '../container/records.js'

const mostSchemaBytes = 32 * 1024 * 1024
const partitionPattern = /^Partitions\/\d+$/

/** What happens between two groups: seeing a cancel, letting others work. */
export type Pause = (fraction: number) => Promise<void>

/** The class schema and the groups of records of a project; the groups stay packed until they are walked. */
export class ProjectFile {
  readonly schema: ClassSchema
  readonly #groups: readonly Group[]
  readonly #budget: InflateBudget
  /** Groups and partitions whose bytes do not read. */
  damagedGroups: number

  private constructor(schema: ClassSchema, { groups, budget, damaged }: Opened) {
    this.schema = schema
    this.#groups = groups
    this.#budget = budget
    this.damagedGroups = damaged
  }

  /** Null when the file brings no description of its classes that can be read. */
  static async open(file: CompoundFile, mostInflatedBytes: number): Promise<ProjectFile | null> {
    const stream = await file.stream('Formats/Latest', mostSchemaBytes)
    if (!stream) return null
    const budget = { left: mostInflatedBytes }
    const schema = schemaOf(stream, budget)
    if (!schema) return null
    const opened: Opened = { groups: [], budget, damaged: 0 }
    for (const name of partitionsOf(file)) {
      const partition = await file.stream(name, Number.MAX_SAFE_INTEGER)
      try {
        if (partition) opened.groups.push(...listGroups(cutPages(partition), schema))
      } catch (error) {
        if (!isFault(error)) throw error
        opened.damaged++
      }
    }
    return new ProjectFile(schema, opened)
  }

  /** The project's own records of a kind, group by group. A later partition's copy of an element comes later. */
  async *records(channel: number, pause: Pause): AsyncGenerator<readonly ElementRecord[]> {
    const groups = this.#groups.filter((group) => group.channel === channel && !group.isOfFamily)
    for (const [index, group] of groups.entries()) {
      await pause(index / groups.length)
      const records = this.#recordsOf(group)
      if (records) yield records
    }
  }

  #recordsOf(group: Group): readonly ElementRecord[] | null {
    try {
      const bytes = inflateGroup(group, this.#budget)
      const records = recordsOf(bytes, { channel: group.channel, idBytes: this.schema.idBytes })
      if (records.length !== group.count) throw new RecordFault('another number of records')
      return records
    } catch (error) {
      if (!isFault(error)) throw error
      this.damagedGroups++
      return null
    }
  }
}

interface Opened {
  readonly groups: Group[]
  readonly budget: InflateBudget
  damaged: number
}

const isFault = (error: unknown): boolean => error instanceof RecordFault || error instanceof RangeError

function schemaOf(stream: Uint8Array, budget: InflateBudget): ClassSchema | null {
  try {
    return parseSchema(inflateMember(cutPages(stream), budget))
  } catch (error) {
    if (!isFault(error)) throw error
    return null
  }
}

const partitionsOf = (file: CompoundFile): string[] =>
  file.names
    .filter((name) => partitionPattern.test(name))
    .toSorted((a, b) => Number(a.slice(a.indexOf('/') + 1)) - Number(b.slice(b.indexOf('/') + 1)))
