import { renderExporters } from './exporters.mjs'
import { renderFormats } from './formats.mjs'
import { pageTools, renderPageTools } from './page-tools.mjs'
import { renderViewerTools, viewerTools } from './viewer-tools.mjs'
import { renderServerModules } from './server-modules.mjs'

/**
 * Kinds of thing that are added as a folder: its name, the folder of its members, the file that makes a folder a member,
 * the files generated from the members' names (path and TypeScript source), and the folder of `scripts/new` from which
 * `npm run new` writes a member.
 */
export const kinds = [
  { name: 'formats', folder: 'packages/formats/src', door: 'descriptor.ts', render: renderFormats, template: 'format' },
  { name: 'tools of the viewer', folder: viewerTools, door: 'index.ts', render: renderViewerTools },
  {
    name: 'server modules',
    folder: 'apps/server/src/modules',
    door: 'module.ts',
    render: renderServerModules,
    template: 'module',
  },
  {
    name: 'tools of the viewer page',
    folder: pageTools,
    door: 'descriptor.ts',
    render: renderPageTools,
    template: 'tool',
  },
  {
    name: 'exporters',
    folder: 'packages/exporters/src',
    door: 'descriptor.ts',
    render: renderExporters,
    template: 'exporter',
  },
]
