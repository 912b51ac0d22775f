/**
 * Returns the URL of a sibling module as compiled JavaScript. Worker threads and child processes start from files, and
 * Node 20 runs no TypeScript: under a test runner that serves `src/x.ts`, the compiled counterpart is `dist/x.js`.
 */
export function compiledModule(importerUrl: string, relativePath: string): URL {
  return new URL(relativePath, importerUrl.replace(/\/src\/((?:[^/]+\/)*[^/]+)\.ts(\?.*)?$/, '/dist/$1.js'))
}
