/** Creates the worker of this package, which searches, and decodes the trees of large models. */
export const createBundledWorker = (): Worker =>
  new Worker(new URL('./search-worker.js', import.meta.url), { type: 'module', name: 'kamar-search' })
