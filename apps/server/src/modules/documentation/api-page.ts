import type { OpenApiDocument, OpenApiOperation } from '@kamar/contracts'

/** Style of the page; its hash is in the page's content security policy. */
export const apiPageStyle = `
:root { color-scheme: light dark; --line: #8884; --quiet: #777; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-bottom: 1px solid var(--line); margin-top: 3rem; }
article { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: .5rem 1rem; overflow-x: auto; }
h3 { font-size: 1rem; margin: .25rem 0; } h3 code { font-size: 1rem; }
pre { font-size: .8125rem; overflow-x: auto; } .quiet { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
`

/** Renders the API's description as a page without scripts. */
export function apiPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      html: operationHtml(method, path, operation),
      isOfProtocol: operation.operationId.includes('.'),
    })),
  )
  const renderOperations = (ofProtocol: boolean): string =>
    operations.flatMap(({ html, isOfProtocol }) => (isOfProtocol === ofProtocol ? [html] : [])).join('\n')
  const schemas = Object.entries((document.components['schemas'] ?? {}) as Record<string, unknown>).map(schemaHtml)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(document.info.title)} API</title><style>${apiPageStyle}</style></head>
<body>
<h1>${escape(document.info.title)} API</h1>
<p>${escape(document.info.description)} For machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Calls</h2>
${renderOperations(false)}
<h2 id="protocol">The translation service</h2>
<p>The protocol that clients of Autodesk Platform Services (APS) know: authentication v2, object storage v2, model derivative v2, webhooks v1. Give a client this
address in place of <code>https://developer.api.autodesk.com</code>, and the id and secret of an application made on the page
<a href="/api-access">API access</a>. Whatever an application stores is seen by that application only.</p>
${renderOperations(true)}
<h2>Shapes</h2>
${schemas.join('\n')}
<h2>Errors</h2>
<table><thead><tr><th>Status</th><th>Code</th><th>Message</th><th>Try again</th></tr></thead><tbody>
${document['x-errors'].map(errorHtml).join('\n')}
</tbody></table>
</body>
</html>
`
}

function operationHtml(method: string, path: string, operation: OpenApiOperation): string {
  const body = operation.requestBody ? detailsHtml('Request', operation.requestBody) : ''
  const successResponses = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return `<article id="${escape(operation.operationId)}">
<h3><code>${escape(method.toUpperCase())} ${escape(path)}</code></h3>
<p>${escape(operation.summary)} <span class="quiet">${escape(accessText(operation))}</span></p>
${body}${detailsHtml('Answer', Object.fromEntries(successResponses))}
</article>`
}

function accessText({ security }: OpenApiOperation): string {
  const schemes = security.flatMap((scheme) =>
    Object.entries(scheme).map(([name, scopes]) => [name, ...(scopes as readonly string[])].join(' ')),
  )
  return schemes.length === 0 ? '(anybody)' : `(${schemes.join(' or ')})`
}

function detailsHtml(title: string, content: unknown): string {
  return `<details><summary>${title}</summary><pre>${escape(JSON.stringify(content, null, 2))}</pre></details>`
}

function schemaHtml([name, schema]: [string, unknown]): string {
  return `<article id="${escape(name)}"><h3>${escape(name)}</h3>${detailsHtml('Schema', schema)}</article>`
}

function errorHtml({ status, code, message, mayRetry }: OpenApiDocument['x-errors'][number]): string {
  return `<tr><td>${status}</td><td><code>${escape(code)}</code></td><td>${escape(message)}</td><td>${mayRetry ? 'yes' : ''}</td></tr>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
