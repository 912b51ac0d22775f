import './extensions.css'
import { exampleExtensions, registerExamples } from '@kamar/extension-examples'
import { getViewerApi, SandboxedExtension, type SandboxOptions, type ViewerApi } from '@kamar/extensions'
import { type PackageSource, theExtensionManager, type Viewer } from '@kamar/viewer'
import i18next from 'i18next'
import { currentLanguage } from '../../../platform/i18n/index.js'

/** A third-party extension with the data that it needs to run. */
export interface ThirdPartyExtension extends SandboxOptions {
  readonly id: string
  /** `sha384-…` of the code. */
  readonly integrity: string
}

export interface ExtensionRuntime {
  readonly api: ViewerApi
  loadExample(id: string): Promise<void>
  loadThirdParty(extension: ThirdPartyExtension): Promise<void>
}

/** Starts the runtime of extensions, which is fetched with the first one. */
export function startRuntime(viewer: Viewer, modelSource: () => PackageSource | null): ExtensionRuntime {
  const api = getViewerApi(viewer)
  api.modelSource = modelSource
  api.localization.setLanguage(currentLanguage())
  i18next.on('languageChanged', (language) => api.localization.setLanguage(language))
  return {
    api,
    async loadExample(id) {
      registerExamples()
      if (!exampleExtensions.some((example) => example.id === id)) throw new RangeError(id)
      await viewer.loadExtension(id)
    },
    async loadThirdParty(extension) {
      await assertIntegrity(extension)
      const { id, name, code, granted, ended } = extension
      theExtensionManager.registerExtension(id, SandboxedExtension)
      await viewer.loadExtension(id, { name, code, granted, ended })
    },
  }
}

/**
 * Checks the code against its hash. The server has already done so; browsers with a secure context (TLS) check again.
 */
async function assertIntegrity({ code, integrity, id }: ThirdPartyExtension): Promise<void> {
  if (!('subtle' in crypto)) return
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', new TextEncoder().encode(code)))
  const hash = `sha384-${btoa(String.fromCharCode(...digest))}`
  if (hash !== integrity) throw new RangeError(`${id} is not what was allowed`)
}
