import { renderExporters } from './exporters.mjs'
import { renderFormats } from './formats.mjs'
import { pageTools, renderPageTools } from './page-tools.mjs'
import { renderViewerTools, viewerTools } from './viewer-tools.mjs'
import { renderServerModules } from './server-modules.mjs'

/**
 * Kinds of thing that are added as a folder: its name, the folder of its members, the file that makes a folder a member,
 * and the files generated from the members' names (path and TypeScript source).
 */
export const kinds = [
  { name: 'formats', folder: 'packages/formats/src', door: 'descriptor.ts', render: renderFormats },
  { name: 'tools of the viewer', folder: viewerTools, door: 'index.ts', render: renderViewerTools },
  { name: 'server modules', folder: 'apps/server/src/modules', door: 'module.ts', render: renderServerModules },
  { name: 'tools of the viewer page', folder: pageTools, door: 'descriptor.ts', render: renderPageTools },
  { name: 'exporters', folder: 'packages/exporters/src', door: 'descriptor.ts', render: renderExporters },
]
