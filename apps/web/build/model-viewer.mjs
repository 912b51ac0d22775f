import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const modulePath = '@google/model-viewer/dist/'
const require = createRequire(import.meta.url)
/** Draco's decoder as three.js ships it; `load-model-viewer.ts` names the folder. */
const decoderFolder = 'decoders'
const decoderFiles = ['draco_wasm_wrapper.js', 'draco_decoder.wasm']

/** The meshopt decoder is in the bundle already; model-viewer enables it when the script at its URL has loaded. */
const meshoptScript = '/* The decoder is part of model-viewer. */\n'

/**
 * Adapts model-viewer to a page that allows no inline style and no foreign host: the one style element of its template
 * becomes a template element, which `load-model-viewer.ts` converts to a style sheet, and the decoder of compressed
 * meshes is served beside the page.
 */
export function modelViewer() {
  return {
    name: 'kamar-model-viewer',
    transform(code, id) {
      if (!id.includes(modulePath)) return null
      const parts = code.split(/<style>|<\/style>/)
      if (parts.length !== 3) this.error('model-viewer has other styles than expected: see build/model-viewer.mjs')
      return { code: `${parts[0]}<template>${parts[1]}</template>${parts[2]}`, map: null }
    },
    generateBundle() {
      for (const name of decoderFiles) {
        const source = readFileSync(require.resolve(`three/examples/jsm/libs/draco/gltf/${name}`))
        this.emitFile({ type: 'asset', fileName: `${decoderFolder}/${name}`, source })
      }
      this.emitFile({ type: 'asset', fileName: `${decoderFolder}/meshopt.js`, source: meshoptScript })
    },
  }
}
