import type { SceneBuilder } from '../scene/scene-builder.js'

/** Receiver of the properties of a file. */
export type PropertyScene = Pick<SceneBuilder, 'addPropertySet' | 'assignPropertySets'>

/** Properties of a file that another process may read. */
export interface OfferedProperties {
  /**
   * Waits until they are read, and returns the descriptor of the result; null if no other process does. Never rejects.
   */
  result(): Promise<number | null>
  /** Reads them in this process. */
  read(scene: PropertyScene): Promise<unknown>
}

/**
 * Result of a claim of a slice: this process must do it, another one is doing it, or its result exists.
 */
export type SliceClaim = 'own' | 'elsewhere' | 'done'

/**
 * The exchange of slices between the reader of a large file and other processes. A slice is a part of the work on the
 * file: a description of bytes, and a result in a file. Numbers count from 0 in the order of the read.
 */
export interface SliceExchange {
  /** Approximate size of a slice, in bytes of the file. */
  readonly sliceBytes: number
  /** Offers a slice, which other processes may then do. */
  offer(number: number, description: Uint8Array): void
  /** Returns what is known of an offered slice; `waiting` means that no process does it. */
  getState(number: number): 'waiting' | 'elsewhere' | 'done'
  /** Requests an offered slice for this process. Never rejects. */
  claim(number: number): Promise<SliceClaim>
  /** Opens the result of a slice that is done, and returns its descriptor; null if it cannot be had. */
  open(number: number): number | null
  /** Creates the result file of a slice of this process, and returns its descriptor. */
  create(number: number): number
  /** States that the result of a slice of this process is complete. */
  complete(number: number): void
  /** Closes the descriptor of a result that is no longer needed. */
  close(number: number): void
  /** Sets the function that is called after a change of `getState`. */
  watch(onChange: () => void): void
  /** Offers the properties of the file under the number after the last slice; `read` reads them without others. */
  offerProperties(number: number, read: OfferedProperties['read']): void
  /** The offered properties; null if the reader wrote them to its scene. */
  readonly properties: OfferedProperties | null
}

/** Worker on slices of a file that another process reads. */
export interface SliceServer {
  /** Does a slice, and appends its result to the file of the descriptor. */
  run(description: Uint8Array, descriptor: number): Promise<void>
  /** Reads the properties of the file; returns the number of its elements. */
  readProperties(scene: PropertyScene): Promise<number>
  /** Ends its threads. */
  close(): Promise<void>
}
