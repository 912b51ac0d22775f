/** What the page uses of the element (modelviewer.dev, version 4). */
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

/** Specification section 9: what is not there yet is asked for again after this long. */
const retryMilliseconds = 200

/** What `build/model-viewer.mjs` serves. */
const decoders = { dracoDecoderLocation: '/decoders/', meshoptDecoderLocation: '/decoders/meshopt.js' }

/** Loads the element, which no page needs before a model is shown; asks once more when that fails. */
export async function loadModelViewer(load: () => Promise<void> = importElement): Promise<void> {
  // Read when the element is defined (its own way to be told); the defaults are hosts of others.
  Object.assign(globalThis, { ModelViewerElement: decoders })
  await load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
    await load()
  })
}

/** Its bundle brings the three.js it was tested with, on purpose; three warns on the console when there is another. */
async function importElement(): Promise<void> {
  const page = globalThis as { __THREE__?: string | undefined }
  const { __THREE__: ours } = page
  page.__THREE__ = undefined
  try {
    await import('@google/model-viewer/dist/model-viewer.min.js')
  } finally {
    page.__THREE__ = ours
  }
}

/** An element as this page needs it: with its style as a sheet, and without a button of its own for augmented reality. */
export function createModelViewer(): ModelViewerElement {
  const element = document.createElement('model-viewer') as ModelViewerElement
  const root = element.shadowRoot
  if (root) {
    adoptStyle(root)
    // A tab index above 0 leads the keyboard astray, and the dialog has a button with words.
    root.querySelector('#default-ar-button')?.remove()
    root.querySelector('#default-exit-webxr-ar-button')?.setAttribute('tabindex', '0')
  }
  return element
}

/** A page of ours allows no inline style; `build/model-viewer.mjs` makes the style element a template. */
function adoptStyle(root: ShadowRoot): void {
  const style = root.querySelector('template')?.content.textContent
  if (!style) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
