/** A record is not of the form that is known; it is dropped and counted. Never leaves the room. */
export class MalformedRecordError extends Error {
  constructor(what: string, at?: number) {
    super(at === undefined ? what : `${what} at ${at}`)
    this.name = 'Misread'
  }
}

/** What a record gives, or null where it is not of the form that is known. */
export function tryParse<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedRecordError) return null
    throw error
  }
}

/** The first form of a record that takes it to its last byte, or null. */
export function firstForm<Form, Value>(forms: readonly Form[], read: (form: Form) => Value): Value | null {
  for (const form of forms) {
    const value = tryParse(() => read(form))
    if (value !== null) return value
  }
  return null
}
