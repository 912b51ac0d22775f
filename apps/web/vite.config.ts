import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { applicationManifests } from './build/application-manifests.mjs'
import { modelViewer } from './build/model-viewer.mjs'
import { pseudoTexts } from './build/pseudo-texts.mjs'

const server = process.env['KAMAR_DEV_SERVER'] ?? 'http://127.0.0.1:3000'

/** What public pages and the application's own share, pictures on buttons above all: forty requests of 300 bytes cost more than what is in them. */
const publicParts = {
  name: 'public-parts',
  test: /lucide-react|web\/src\/shared\/(files\/format-chips|design\/button-class|shell\/page-link)\.tsx?$/,
  minShareCount: 2,
}

/** Small parts that the file manager, the viewer and the report share, themselves made of nothing of ours: one request instead of ten. */
const sharedParts = {
  name: 'shared-parts',
  test: new RegExp(
    'web/src/shared/(platform|use-online|use-media|use-deed|design/(skeleton|empty-state)|files/(derivative-url|download-original|file-status|file-parts|upload-rules|save-file|until-exported|live-connection|stage-text|status-chip|file-type-icon)' +
      '|design/(middle-ellipsis|circular-progress|checkbox)|collaboration/collaboration-keys|format/use-formats)\\.tsx?$' +
      '|view-package/src/(manifest|container-layout|json-checks|saved-view-checks)\\.ts$|contracts/src/download-names\\.ts$',
  ),
}

const queries = { name: 'queries', test: /@tanstack\/(react-query|query-core)/ }

export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwind(), modelViewer(), applicationManifests(), ...(mode === 'pseudo' ? [pseudoTexts()] : [])],
  // The workspace's packages are bundled from their sources, so a build needs no earlier step.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // The content security policy allows neither data: fonts nor inline scripts.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read and removed by build/prerender.mjs.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: ['index.html', 'public-page.html'],
      output: { codeSplitting: { groups: [publicParts, sharedParts, queries], includeDependenciesRecursively: false } },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
}))
