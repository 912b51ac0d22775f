import type { ClassSchema } from './class-schema.js'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import { inflateMember, type InflateBudget } from './inflate-member.js'

/** Types of the records in a group. */
export const channel = { headers: 101, elements: 102, graphics: 103 } as const

/** Records of one type, still compressed: they are inflated on demand. */
export interface Group {
  readonly channel: number
  /** Whether the records belong to a loaded family: those needed are repeated among the project's own. */
  readonly isOfFamily: boolean
  /** Number of records. */
  readonly count: number
  readonly members: readonly Uint8Array[]
}

const headerBytes = 8
const keyBytes = 16
const noMore = 0xffffffff
const continuationFlag = 2
const channelBytes = 8

/** Lists the groups of a partition without its page ends. Each marker must lead to the next one up to the end. */
export function listGroups(bytes: Uint8Array, schema: ClassSchema): Group[] {
  return new PartitionWalk(bytes, schema).walk()
}

/** Inflates the records of a group. */
export function inflateGroup({ members }: Group, budget: InflateBudget): Uint8Array {
  const inflatedMembers = members.map((member) => inflateMember(member, budget))
  return inflatedMembers.length === 1 ? inflatedMembers[0] : Buffer.concat(inflatedMembers)
}

class PartitionWalk extends RecordCursor {
  readonly #schema: ClassSchema
  readonly #groups: Group[] = []
  #isOfFamily = false
  #open: {
    readonly channel: number
    readonly isOfFamily: boolean
    count: number
    readonly members: Uint8Array[]
  } | null = null

  constructor(bytes: Uint8Array, schema: ClassSchema) {
    super(bytes, headerBytes)
    this.#schema = schema
  }

  walk(): Group[] {
    const tags = ['ContentMarker', 'SegmentMarker', 'SegmentCheckback', 'SignatureMarker'].map((name) =>
      this.#schema.tagOf(name),
    )
    while (this.at + 2 <= this.bytes.length) {
      const tag = this.u16()
      if (tag === tags[0]) {
        if (this.#content()) break
      } else if (tag === tags[1]) this.#segment()
      else if (tag === tags[2]) this.at += 4
      else if (tag === tags[3]) this.#signature()
      else throw new MalformedRecordError('no marker')
    }
    if (this.#open) throw new MalformedRecordError('a group without an end')
    return this.#groups
  }

  /** Returns whether it was the last one. */
  #content(): boolean {
    if (this.u32() === 0) {
      this.#isOfFamily = false
      return this.u32() === noMore
    }
    if (this.u16() !== this.#schema.tagOf('ContentKey')) throw new MalformedRecordError('no key')
    this.at += 4 + keyBytes
    this.#isOfFamily = true
    return false
  }

  #segment(): void {
    const flags = this.u32()
    const count = this.u32()
    const size = this.u32()
    this.at += 4
    if (size === 0) return
    if (size < channelBytes || size > this.bytes.length - this.at)
      throw new MalformedRecordError('a segment beyond the end')
    const number = this.view.getUint32(this.at, true)
    const member = this.bytes.subarray(this.at + channelBytes, this.at + size)
    this.at += size
    this.#open ??= { channel: number, isOfFamily: this.#isOfFamily, count: 0, members: [] }
    this.#open.members.push(member)
    this.#open.count += count
    if (flags & continuationFlag) return
    this.#groups.push(this.#open)
    this.#open = null
  }

  #signature(): void {
    this.skip(this.u32())
    this.skip(2 * this.u32())
  }
}
