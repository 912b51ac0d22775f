/** Error for damaged bytes: a record of an unknown form, which is dropped and counted. Never leaves the reader module. */
export class MalformedRecordError extends Error {
  constructor(description: string, at?: number) {
    super(at === undefined ? description : `${description} at ${at}`)
    this.name = new.target.name
  }
}

/** Error for bytes that end within a record. */
export class TruncatedRecordError extends MalformedRecordError {
  constructor(at?: number) {
    super('end', at)
  }
}

/** Returns the parsed record, or null for an unknown form. */
export function tryParse<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedRecordError) return null
    throw error
  }
}

/** Returns the first form that consumes a record exactly, or null. */
export function firstForm<Form, Value>(forms: readonly Form[], read: (form: Form) => Value): Value | null {
  for (const form of forms) {
    const value = tryParse(() => read(form))
    if (value !== null) return value
  }
  return null
}
