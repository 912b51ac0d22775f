/** Used part of the element's API (modelviewer.dev, version 4). */
export interface ModelViewerElement extends HTMLElement {
  src: string | null
  iosSrc: string | null
  alt: string | null
  ar: boolean
  arModes: string
  a11y: Readonly<Record<string, string>> | null
  readonly loaded: boolean
  activateAR(): Promise<void>
}

/** Delay before a retry (specification section 9). */
const retryMilliseconds = 200

/** Paths served by `build/model-viewer.mjs`. */
const decoders = { dracoDecoderLocation: '/decoders/', meshoptDecoderLocation: '/decoders/meshopt.js' }

/** Loads the element on demand; retries once on failure. */
export async function loadModelViewer(load: () => Promise<void> = importElement): Promise<void> {
  // The element reads this global when it is defined; its defaults are third-party hosts.
  Object.assign(globalThis, { ModelViewerElement: decoders })
  await load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
    await load()
  })
}

/** Its bundle includes the three.js it was tested with, on purpose; three warns on the console about a second copy. */
async function importElement(): Promise<void> {
  const page = globalThis as { __THREE__?: string | undefined }
  const { __THREE__: revision } = page
  page.__THREE__ = undefined
  try {
    await import('@google/model-viewer/dist/model-viewer.min.js')
  } finally {
    page.__THREE__ = revision
  }
}

/** Creates an element for this page: with its style as a sheet, and without its own button for augmented reality. */
export function createModelViewer(): ModelViewerElement {
  const element = document.createElement('model-viewer') as ModelViewerElement
  const root = element.shadowRoot
  if (root) {
    adoptStyle(root)
    // A tab index above 0 breaks the tab order, and the dialog has a labelled button.
    root.querySelector('#default-ar-button')?.remove()
    root.querySelector('#default-exit-webxr-ar-button')?.setAttribute('tabindex', '0')
  }
  return element
}

/**
 * Converts the style of the template, because the page forbids inline styles; `build/model-viewer.mjs` makes the style
 * element a template.
 */
function adoptStyle(root: ShadowRoot): void {
  const style = root.querySelector('template')?.content.textContent
  if (!style) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
