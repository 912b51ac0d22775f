import { importExamples } from './modules/examples/example-models.js'
import type { Services } from './services.js'

/** Imports the example models through the same services as user uploads. */
export function importAllExamples({ blobs, database, folder, uploads }: Services): Promise<void> {
  return importExamples({
    database,
    prepare: (name) => folder.prepare(name),
    complete: (upload) => uploads.complete(upload),
    findResult: (accountId, identity) => uploads.findResult(accountId, identity),
    store: (content) => blobs.put(content),
  })
}
