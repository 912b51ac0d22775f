/** An object that the library could not read. */
export interface ObjectReadError {
  /** DXF name, or the library's name. */
  readonly kind: string
  readonly isEntity: boolean
}

/** Step limits of a read and the errors so far; a process reads one file at a time. */
export class ReadWatch {
  readonly readErrors: ObjectReadError[] = []
  /** Steps left for the current object. */
  stepsLeft = Infinity
  /** Number of peeks at the current value. */
  peekCount = 0
  /** Closing keywords returned after the end of a DXF. */
  endings = 0
  /** Steps left for the file. */
  fileStepsLeft: number

  constructor(fileBytes: number) {
    this.fileStepsLeft = 400 * fileBytes + 20_000_000
  }

  /** Counts one step; throws when the object or the file exceeds what its size allows. */
  step(): void {
    if (--this.stepsLeft < 0 || --this.fileStepsLeft < 0) throw new RunawayError()
  }

  beginObject(bytes: number): void {
    this.stepsLeft = 8 * Math.max(0, bytes) + 4096
  }

  endObject(): void {
    this.stepsLeft = Infinity
  }
}

/** Error thrown into the library to end an endless loop: the library catches it as damage of one object. */
export class RunawayError extends Error {
  constructor() {
    super('more steps than the data has bits')
    this.name = 'RunawayError'
  }
}

let current: ReadWatch | null = null

/** Returns the watch of the current read. */
export const currentWatch = (): ReadWatch | null => current

/** Sets the watch that observes the library from now on; null ends it. */
export function watchReads(watch: ReadWatch | null): void {
  current = watch
}
