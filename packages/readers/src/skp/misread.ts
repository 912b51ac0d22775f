/** A record is not of the form that is known; it is dropped and counted. Never leaves the room. */
export class Misread extends Error {
  constructor(what: string, at: number) {
    super(`${what} at ${at}`)
    this.name = 'Misread'
  }
}

/** What a record gives, or null where it is not of the form that is known. */
export function unlessMisread<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Misread) return null
    throw error
  }
}
