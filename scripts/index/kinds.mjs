import { contractModules, renderContractModules } from './contract-modules.mjs'
import { renderExporters } from './exporters.mjs'
import { renderFormats } from './formats.mjs'
import { pageTools, renderPageTools } from './page-tools.mjs'
import { renderViewerTools, viewerTools } from './viewer-tools.mjs'
import { renderServerModules } from './server-modules.mjs'

/**
 * Kinds of thing that are added as a folder: its name, the folder of its members, the file that makes a folder a member,
 * the files generated from the members' names (path and TypeScript source), and the template with which `npm run new`
 * writes a member (in `scripts/new`). A server module is two folders with one id: its routes in the contract and itself.
 */
export const kinds = [
  { name: 'formats', folder: 'packages/formats/src', door: 'descriptor.ts', render: renderFormats, template: 'format' },
  { name: 'tools of the viewer', folder: viewerTools, door: 'index.ts', render: renderViewerTools },
  {
    name: 'modules with routes',
    folder: contractModules,
    door: 'routes.ts',
    render: renderContractModules,
    template: 'module',
    templateFolder: 'module-routes',
  },
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
