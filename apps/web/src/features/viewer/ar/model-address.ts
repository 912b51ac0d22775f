/** What somebody typed as the address of a model. */
export type TypedAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: 'empty' | 'scheme' }

/** Web addresses only; a page that came encrypted may fetch nothing that does not. */
export function readAddress(typed: string, pageProtocol: string): TypedAddress {
  const text = typed.trim()
  if (text === '') return { ok: false, reason: 'empty' }
  const url = URL.canParse(text) ? new URL(text) : null
  const allowed = pageProtocol === 'https:' ? ['https:'] : ['https:', 'http:']
  return url && allowed.includes(url.protocol) ? { ok: true, url } : { ok: false, reason: 'scheme' }
}

/** Where the USDZ beside a model would be: the same name with that ending; null when the name has no ending to replace. */
export function findUsdzAddress(model: URL): string | null {
  const path = model.pathname.replace(/\.(glb|gltf)$/i, '.usdz')
  if (path === model.pathname) return null
  const url = new URL(model)
  url.pathname = path
  return url.href
}

/** Android's own viewer, for browsers without WebXR: it fetches the model itself (Scene Viewer, "intent" links). */
export function sceneViewerLink(model: string, page: string): string {
  const query = new URLSearchParams({ file: model, mode: 'ar_preferred' })
  const intent = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
  ]
  const ending = ['#Intent', ...intent, `S.browser_fallback_url=${encodeURIComponent(page)}`, 'end', '']
  return `intent://arvr.google.com/scene-viewer/1.2?${query}${ending.join(';')}`
}
