/** Result of parsing a model address that the user typed. */
export type TypedAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: 'empty' | 'scheme' }

/** Parses a model address. Accepts web addresses only; a page served over HTTPS may fetch HTTPS addresses only. */
export function readAddress(typed: string, pageProtocol: string): TypedAddress {
  const text = typed.trim()
  if (text === '') return { ok: false, reason: 'empty' }
  const url = URL.canParse(text) ? new URL(text) : null
  const allowed = pageProtocol === 'https:' ? ['https:'] : ['https:', 'http:']
  return url && allowed.includes(url.protocol) ? { ok: true, url } : { ok: false, reason: 'scheme' }
}

/**
 * Returns the address of a USDZ next to the model: the same name with that ending; null when the name has no ending to
 * replace.
 */
export function findUsdzAddress(model: URL): string | null {
  const path = model.pathname.replace(/\.(glb|gltf)$/i, '.usdz')
  if (path === model.pathname) return null
  const url = new URL(model)
  url.pathname = path
  return url.href
}

/**
 * Returns a link that opens Android's Scene Viewer ("intent" link), for browsers without WebXR. Scene Viewer fetches
 * the model itself.
 */
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
