import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { applicationManifests } from './build/application-manifests.mjs'
import { chunkGroup } from './build/chunk-groups.mjs'
import { modelViewer } from './build/model-viewer.mjs'
import { pseudoMessages } from './build/pseudo-messages.mjs'
import { routeSummaries } from './build/route-summaries.mjs'

const moduleId = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const pageIds = (...pages: string[]): string[] => pages.map((page) => moduleId(`src/${page}`))
const entries = {
  publicEntry: moduleId('public-page.html'),
  applicationEntry: moduleId('index.html'),
  modelPages: pageIds('modules/files/files-page.tsx', 'viewer/shell/viewer-page.tsx'),
  viewerPages: pageIds('viewer/shell/viewer-page.tsx', 'viewer/share/share-page.tsx'),
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    tailwind(),
    modelViewer(),
    routeSummaries(),
    applicationManifests(),
    ...(mode === 'pseudo' ? [pseudoMessages()] : []),
  ],
  // The workspace's packages are bundled from their sources, so a build needs no previous step.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // The content security policy allows neither data: fonts nor inline scripts.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read and removed by build/prerender.mjs.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: ['index.html', 'public-page.html'],
      output: { codeSplitting: { groups: [chunkGroup(entries)], includeDependenciesRecursively: false } },
    },
  },
  worker: { format: 'es' },
}))
