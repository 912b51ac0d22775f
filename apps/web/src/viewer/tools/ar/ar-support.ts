/** Type of augmented reality on this device. */
export type ArSupport = 'quick-look' | 'webxr' | 'scene-viewer' | 'insecure' | 'none'

interface XrSystem {
  isSessionSupported(mode: 'immersive-ar'): Promise<boolean>
}

/** Returns whether the system opens such links with its own viewer: iPhone and iPad. */
export const opensQuickLook = (): boolean => {
  const { relList } = document.createElement('a')
  return relList.supports('ar')
}

/** Opens a USDZ with the system's own viewer; requires a click on a link with an image in it. */
export function openInQuickLook(usdz: string): void {
  const link = document.createElement('a')
  link.rel = 'ar'
  link.href = usdz
  // A `blob:` URL has no file name by which Safari would recognise the type.
  if (usdz.startsWith('blob:')) link.download = 'model.usdz'
  link.append(document.createElement('img'))
  link.click()
}

/** Detects the support of the browser; Android's own viewer requires a model with a public URL. */
export async function findArSupport(isOnTheWeb: boolean): Promise<ArSupport> {
  if (opensQuickLook()) return 'quick-look'
  const { xr } = navigator as Navigator & { readonly xr?: XrSystem }
  if (await xr?.isSessionSupported('immersive-ar').catch(() => false)) return 'webxr'
  if (isOnTheWeb && /android/i.test(navigator.userAgent)) return 'scene-viewer'
  return window.isSecureContext ? 'none' : 'insecure'
}
