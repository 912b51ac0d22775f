import type { OfferedProperties, SliceExchange } from '@kamar/core'
import { nextTurn } from '@kamar/codecs/part21'
import type { ShardSequence } from '../shards/shard-sequence.js'
import type { ShardedFile } from '../shards/shard.js'
import { encodeSlice, SliceRecords } from '../slices/slice-records.js'
import { MeshingTask, type FinishedShard, type Slice } from './meshing-task.js'
import { maxQueueLength, type TaskQueue } from './task-queue.js'

/** Max slices whose results are not taken: other processes work that far ahead, and their results are on disk. */
const maxSlices = 10
/**
 * Slices whose results can be taken, from which on this process leaves the others: they keep its main thread busy, and
 * other processes may do the next ones.
 */
const minSlicesAhead = 1
/** Slices that are taken before this process reads the properties itself: an idle worker looks for slices every two seconds. */
const minSlicesBeforeProperties = 3

/**
 * Queue of a large file: consecutive shards form slices, which other processes may take. Their results are files;
 * those of this process are also written to files, from which a later attempt goes on. The first slice is never offered,
 * because its shards give the first frame, and shapes that are added during the read belong to no slice.
 */
export class SlicedQueue implements TaskQueue {
  readonly #sequence: ShardSequence
  readonly #exchange: SliceExchange
  readonly #file: Pick<ShardedFile, 'schema' | 'unitMetres'>
  /** In order; those with shards whose results are not taken. */
  readonly #slices: Slice[] = []
  readonly #tasks: MeshingTask[] = []
  /** Shards whose result is missing in a slice of another process. */
  readonly #missing: MeshingTask[] = []
  #sliceCount = 0
  #workers = 1
  #takenSlices = 0
  #isHelped = false
  #hasResult = false
  #isEnded = false
  readonly #onIdle: () => void
  #onChange: () => void = () => undefined
  #wake: () => void = () => undefined

  constructor(
    sequence: ShardSequence,
    options: {
      exchange: SliceExchange
      file: Pick<ShardedFile, 'schema' | 'unitMetres'>
      /** Called when nothing is left to describe for now: the last result may be one that another process computes. */
      onIdle?: () => void
    },
  ) {
    this.#sequence = sequence
    this.#exchange = options.exchange
    this.#onIdle = options.onIdle ?? (() => undefined)
    this.#file = { schema: options.file.schema, unitMetres: options.file.unitMetres }
  }

  get hasMore(): boolean {
    return this.#tasks.length > 0 || this.#sequence.hasMore
  }

  get shapesAhead(): number {
    let count = 0
    for (const slice of this.#slices)
      if (slice.state === 'done')
        for (const task of slice.tasks.slice(slice.takenCount)) count += task.planned.shapes.length
    return count
  }

  start(workers: number, onChange: () => void): void {
    this.#workers = workers
    this.#onChange = onChange
    this.#exchange.watch(() => this.#updateStates())
    void this.#prepare()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  take(): MeshingTask | null {
    const task = this.#missing.shift() ?? this.#ownTasks().next().value ?? this.#addedTask()
    // Shapes may have been added.
    this.#wake()
    if (task) task.isStarted = true
    return task
  }

  record(task: MeshingTask, finished: FinishedShard): void {
    const slice = task.location?.slice
    const isNext = slice === undefined || slice === this.#slices[0]
    if (isNext) task.finished = finished
    if (task.location) this.#addRecord(task.location, finished)
  }

  halve(task: MeshingTask): readonly MeshingTask[] {
    const halves = this.#sequence.halve(task.planned).map((planned) => new MeshingTask(planned))
    for (const half of halves) half.isStarted = true
    this.#tasks.splice(this.#tasks.indexOf(task), 1, ...halves)
    // A later attempt halves it again: the halves are no shards of the slice.
    if (task.location) {
      this.#addRecord(task.location, null)
      this.#countTaken(task.location.slice)
    }
    return halves
  }

  shift(): FinishedShard | null {
    const [task] = this.#tasks
    const finished = task ? (task.finished ?? this.#readFinished(task)) : null
    if (!finished) return null
    this.#hasResult = true
    this.#tasks.shift()
    task.finished = null
    if (task.location) this.#countTaken(task.location.slice)
    this.#wake()
    return finished
  }

  leaveProperties(read: OfferedProperties['read']): boolean | null {
    if (!this.#isHelped) return this.#takenSlices < minSlicesBeforeProperties ? null : false
    // The last slice: it needs no result of the others, and its result is needed last.
    if (this.#sequence.planPart !== null) return null
    this.#exchange.offerProperties(this.#sliceCount, read)
    return true
  }

  /** Yields the shards of own slices that are not started; of the next slice only as many as may wait in memory. */
  *#ownTasks(): Generator<MeshingTask, undefined> {
    for (const slice of this.#slices) {
      if (slice.state !== 'own') continue
      if (slice === this.#slices[0] && slice.tasks.filter(isWaiting).length >= maxQueueLength) continue
      for (const task of slice.tasks) if (!task.isStarted) yield task
    }
    return undefined
  }

  #addedTask(): MeshingTask | null {
    if (this.#sequence.planPart !== null || !this.#sequence.hasMore) return null
    if (this.#tasks.filter(({ location }) => location === null).length >= maxQueueLength) return null
    const task = new MeshingTask(this.#sequence.next())
    this.#tasks.push(task)
    return task
  }

  #addRecord({ slice, index }: { slice: Slice; index: number }, finished: FinishedShard | null): void {
    slice.recorded++
    if (slice.number === 0) return
    slice.records ??= new SliceRecords(this.#exchange.create(slice.number))
    slice.records.append(index, finished && { result: finished.result, failures: finished.failures })
    if (slice.recorded === slice.tasks.length) this.#exchange.complete(slice.number)
  }

  #countTaken(slice: Slice): void {
    slice.takenCount++
    if (!slice.isBuilt || slice.takenCount < slice.tasks.length) return
    if (slice.records) this.#exchange.close(slice.number)
    this.#slices.splice(this.#slices.indexOf(slice), 1)
    this.#takenSlices++
  }

  #readFinished({ planned, location }: MeshingTask): FinishedShard | null {
    if (!location) return null
    const { slice, index } = location
    if (slice.state === 'done' && !this.#openRecords(slice)) return null
    const record = slice.records?.read(index, planned)
    if (record) return { planned, ...record }
    if (slice.state === 'done') this.#redo(location)
    return null
  }

  /** Opens the result of another process; a slice without one is done here. */
  #openRecords(slice: Slice): boolean {
    if (slice.records) return true
    const descriptor = this.#exchange.open(slice.number)
    if (descriptor === null) {
      slice.state = 'own'
      this.#onChange()
      return false
    }
    slice.records = new SliceRecords(descriptor)
    return true
  }

  /** Processes one shard of a slice that another process did without it. */
  #redo({ slice, index }: { slice: Slice; index: number }): void {
    const replaced = slice.tasks[index]
    const task = new MeshingTask(replaced.planned)
    this.#tasks[this.#tasks.indexOf(replaced)] = task
    this.#countTaken(slice)
    this.#missing.push(task)
    this.#onChange()
  }

  #updateStates(): void {
    if (this.#isEnded) return
    for (const slice of this.#slices)
      if (slice.state !== 'own' && isOffered(slice)) this.#setState(slice, this.#exchange.getState(slice.number))
    this.#wake()
    this.#onChange()
  }

  /** Builds slices ahead and claims those that no other process works on. */
  async #prepare(): Promise<void> {
    while (!this.#isEnded) {
      const unclaimed = this.#nextToClaim()
      if (unclaimed) {
        const claim = await this.#exchange.claim(unclaimed.number)
        if (unclaimed.state !== 'own') this.#setState(unclaimed, claim)
        this.#onChange()
      } else if (this.#canBuild) {
        await nextTurn()
        if (!this.#isEnded) this.#build()
        this.#onChange()
      } else {
        this.#onIdle()
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    }
  }

  get #canBuild(): boolean {
    if (this.#sequence.planPart === null) return false
    const isOpen = this.#slices.at(-1)?.isBuilt === false
    if (!isOpen && this.#slices.length >= maxSlices) return false
    // Before the first result, time spent on later shards delays the first frame.
    return this.#hasResult || this.#unstartedCount === 0
  }

  get #unstartedCount(): number {
    return this.#slices
      .filter(({ state }) => state === 'own')
      .reduce((sum, { tasks }) => sum + tasks.filter((task) => !task.isStarted).length, 0)
  }

  #build(): void {
    let slice = this.#slices.at(-1)
    if (!slice || slice.isBuilt) {
      slice = createSlice(this.#sliceCount++)
      this.#slices.push(slice)
    }
    const { planPart } = this.#sequence
    const planned = this.#sequence.next(slice.number)
    const task = new MeshingTask(planned, { slice, index: slice.tasks.length })
    slice.tasks.push(task)
    this.#tasks.push(task)
    slice.cost += planned.shard.cost
    // When the next part is planned depends on the time.
    if (slice.cost < this.#exchange.sliceBytes && this.#sequence.planPart === planPart) return
    slice.isBuilt = true
    if (isOffered(slice)) {
      const shards = slice.tasks.map((each) => each.planned)
      this.#exchange.offer(slice.number, encodeSlice({ file: this.#file, shards }))
      this.#setState(slice, this.#exchange.getState(slice.number))
    }
  }

  #setState(slice: Slice, state: Slice['state']): void {
    slice.state = state
    if (state !== 'elsewhere') return
    this.#isHelped = true
    this.#wake()
  }

  /** Returns a slice to be done here, when the workers soon have nothing to do. */
  #nextToClaim(): Slice | null {
    if (this.#unstartedCount >= this.#workers) return null
    const waiting = this.#slices.find((slice) => slice.state === 'waiting' && isOffered(slice))
    if (!waiting) return null
    const unfinished = this.#slices.findIndex((slice) => !isFinished(slice))
    return unfinished >= minSlicesAhead ? null : waiting
  }
}

/** Creates a slice without shards; the first one is this process's own. */
function createSlice(number: number): Slice {
  return {
    number,
    tasks: [],
    state: number === 0 ? 'own' : 'waiting',
    cost: 0,
    isBuilt: false,
    recorded: 0,
    takenCount: 0,
    records: null,
  }
}

const isOffered = ({ number, isBuilt }: Slice): boolean => number > 0 && isBuilt
const isWaiting = ({ finished }: MeshingTask): boolean => finished !== null
const isFinished = ({ state, isBuilt, recorded, tasks }: Slice): boolean =>
  state === 'done' || (isBuilt && recorded === tasks.length)
