const routeFiles = /\/packages\/contracts\/src\/api\/(?:[a-z-]+-)?routes\.ts$/
const summary = /^ {4}summary:\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`),\n/gm

/** Removes the summaries of routes from the pages: only the server's OpenAPI document uses them. */
export function routeSummaries() {
  return {
    name: 'route-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: routeFiles },
      handler: (code) => ({ code: code.replaceAll(summary, (text) => text.replaceAll(/[^\n]+/g, '')), map: null }),
    },
  }
}
