/** An object that the library could not read. */
export interface ObjectReadError {
  /** DXF name, or what the library calls it. */
  readonly kind: string
  readonly isEntity: boolean
}

/** How far a read may go, and what went wrong so far; one file is read at a time in a process. */
export class ReadWatch {
  readonly readErrors: ObjectReadError[] = []
  /** Steps that the object under way may still take. */
  stepsLeft = Infinity
  /** How often the word under way was looked at. */
  peekCount = 0
  /** Words given behind the end of a DXF. */
  endings = 0
  /** Steps that the file may still take. */
  fileStepsLeft: number

  constructor(fileBytes: number) {
    this.fileStepsLeft = 400 * fileBytes + 20_000_000
  }

  /** Takes one step; throws when the object or the file has had more than its size can account for. */
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

/** Thrown into the library where it would not come to an end: it catches it as damage of one object. */
export class RunawayError extends Error {
  constructor() {
    super('more steps than the data has bits')
    this.name = 'RunawayError'
  }
}

let current: ReadWatch | null = null

/** The watch over the read that is under way. */
export const currentWatch = (): ReadWatch | null => current

/** Lets a watch see what the library does from now on; null ends it. */
export function watchReads(watch: ReadWatch | null): void {
  current = watch
}
